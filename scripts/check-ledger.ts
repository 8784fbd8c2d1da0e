import { openDatabase } from "#database/sql.server.ts";
import { findLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import { findDatabase } from "./find-database.ts";

// Works while the site runs and while it is stopped.

await using place = await findDatabase();
const database = openDatabase(place.url);
const problems = await findLedgerProblems(database.readWrite);
const { id, hash } = await database.readWrite.selectFrom("audit_head").selectAll().executeTakeFirstOrThrow();
await database.close();
for (const { promise, problem, subject } of problems) console.log(`${promise} ${problem}: ${subject}`);
console.log(`The audit log ends with entry ${id}, ${hash.toString("hex")}.`);
console.log(problems.length === 0 ? "The ledger check passed." : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
