import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { hasListeners } from "#database/changes.ts";
import { migrate, readMissing, UnusableDatabase } from "#database/migrate.ts";
import { openDatabase } from "#database/sql.server.ts";
import { findLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import { findDatabase } from "./find-database.ts";
import { readCommand } from "./read-command.ts";

const usage = `npm run upgrade -- <folder> [--rehearse]

Prepares a database for this version of the program. Stop the site first, on all nodes. Makes a backup in the folder, restores it in
a separate database, and applies the new migrations there. Only if the ledger of that copy is correct, the migrations
are applied to the real database. Then start the new version with npm start.

With --rehearse the real database stays as it is, so the site can run. The folder can be set as BACKUP_TO.
Exit code: 0 the database fits this program, or the rehearsal went well; 1 it does not.`;

const { values, positionals } = readCommand(usage, { rehearse: { type: "boolean" } }, { mostArguments: 1 });
await using place = await findDatabase();
try {
  process.exitCode = await upgrade(place.url);
} catch (error) {
  console.error(error instanceof UnusableDatabase ? error.message : error);
  process.exitCode = 1;
}

async function upgrade(url: string): Promise<number> {
  const missing = await readMissing(url);
  if (missing === null)
    throw new UnusableDatabase("The database is empty. Run npm start to create the site.");
  if (missing.length === 0) {
    console.log("The database fits this program already. Start the site: npm start");
    return 0;
  }
  console.log(`New migrations:\n${missing.map((name) => `  ${name}`).join("\n")}\n`);
  if (positionals.length === 0 && !process.env["BACKUP_TO"])
    throw new UnusableDatabase(
      "Nothing was changed. Name a folder for the backup: npm run upgrade -- <folder>. Or set BACKUP_TO.",
    );
  if (!values.rehearse) await refuseRunningSite(url);
  // The proof of a backup applies the migrations of this program to the copy.
  if ((await backUp()) !== 0) {
    console.error("Nothing was changed. Start the earlier version again, or correct the problem above.");
    return 1;
  }
  if (values.rehearse) {
    console.log("The rehearsal went well. Nothing was changed.");
    return 0;
  }
  await refuseRunningSite(url);
  await migrate(url, console.log);
  const problems = await checkLedger(url);
  if (problems.length > 0) {
    console.error(["The ledger is not correct. Restore the backup above.", ...problems].join("\n  "));
    return 1;
  }
  console.log("The database is upgraded and the ledger check passed. Start the site: npm start");
  return 0;
}

/** A donation after the backup would be lost if the backup has to be restored. */
async function refuseRunningSite(url: string): Promise<void> {
  if (await hasListeners(url))
    throw new UnusableDatabase(
      "The site is running. Nothing was changed. Stop it on all nodes first, or add --rehearse.",
    );
}

async function backUp(): Promise<number> {
  const script = join(import.meta.dirname, "backup.ts");
  const options = values.rehearse ? [] : ["--before-upgrade"];
  // If this process is killed, the closed channel ends the backup.
  const child = spawn(process.execPath, [script, ...positionals, ...options], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(child, "close");
  return child.exitCode ?? 1;
}

async function checkLedger(url: string): Promise<string[]> {
  const database = openDatabase(url, { poolSize: 1 });
  const problems = await findLedgerProblems(database.readWrite).finally(() => database.close());
  return problems.map(({ promise, problem, subject }) => `${promise} ${problem}: ${subject}`);
}
