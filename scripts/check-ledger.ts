import { readSchemaProblem } from "#database/migrate.ts";
import { openDatabase } from "#database/sql.server.ts";
import { findLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import { findDatabase } from "./find-database.ts";
import { readCommand } from "./read-command.ts";

const usage = `npm run check:ledger

Checks that the ledger balances, that all totals match it, and that no entry of the audit log was changed. Changes
nothing. The site can run or be stopped.
Exit code: 0 no problem, 1 at least one problem.`;

readCommand(usage, {});
await using place = await findDatabase();
const unusable = await readSchemaProblem(place.url);
if (unusable !== null) console.error(unusable);
process.exitCode = unusable === null ? await checkLedger(place.url) : 1;

async function checkLedger(url: string): Promise<number> {
  const database = openDatabase(url);
  const problems = await findLedgerProblems(database.readWrite);
  const { id, hash } = await database.readWrite
    .selectFrom("audit_head")
    .selectAll()
    .executeTakeFirstOrThrow();
  await database.close();
  for (const { promise, problem, subject } of problems) console.log(`${promise} ${problem}: ${subject}`);
  console.log(`The audit log ends with entry ${id}, ${hash.toString("hex")}.`);
  console.log(problems.length === 0 ? "The ledger check passed." : `Problems: ${problems.length}.`);
  return problems.length === 0 ? 0 : 1;
}
