import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openCasesOfUnbooked } from "#operations/reconciliation/open-cases-of-differences.ts";
import type { Chance } from "#tests/faults/chance.ts";
import { donateSomehow, type Scene } from "#tests/faults/crowd.ts";
import { roundOfJobs } from "#tests/faults/jobs-round.ts";
import { addCampaigns, startGateways } from "#tests/faults/place.ts";
import { openPostOffice, rough } from "#tests/faults/post-office.ts";
import { runScript } from "#tests/support/server/run-script.ts";
import { compareAfterLoss, type Found } from "./compare-after-loss.ts";
import { settingsOf, startMachine, type Machine } from "./machine.ts";
import { hireStaff, signInStaff } from "./staff.ts";

export type Loss = {
  chance: Chance;
  /** Donations after the backup. A fifth as many begin before it. */
  donations: number;
  /** Without AzamPay's status check, two people record what only its statement shows. */
  statusChecks: boolean;
};

export type AfterLoss = {
  /** Paid at the gateways, and not in the backup. */
  unknownAtFirst: number;
  /** After the statements of both providers. */
  reconciled: Found;
  /** After staff added the lost donations, and two people recorded what only a statement shows. */
  recorded: Found;
  added: number;
  approved: number;
};

const together = 4;
/** All payment requests and gateway orders have expired by then. */
const untilAllHasEnded = 3_700;
const mostRefusals = 15;

/** Backup, donations, loss of the machine, restore on another one, reconciliation with both providers. */
export async function loseMachine({ chance, donations, statusChecks }: Loss): Promise<AfterLoss> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "amana-loss-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  // As root, PostgreSQL runs under another account.
  await chmod(folder, 0o755);
  const office = await openPostOffice(chance);
  stack.defer(() => office.close());
  const gateways = await startGateways(join(folder, "gateways.sqlite"), office.url, (start) => {
    const child = start();
    stack.defer(() => void child.kill("SIGKILL"));
    return child;
  });
  await gateways.administer("switches", { azampay: { statusShape: statusChecks ? "nested" : "absent" } });
  const scene: Scene = { gateways, office, assertOpen: () => undefined };
  const common = { gateways, publicUrl: office.url, statusChecks };
  const donate = async (count: number) => {
    for (let begun = 0; begun < count; begun += together)
      await Promise.all(Array.from({ length: together }, () => donateSomehow(scene, chance)));
  };

  const lost = { ...common, dataDir: join(folder, "lost") };
  const first = stack.use(await startMachine(lost));
  office.site = first.url;
  await addCampaigns(first.database.readWrite);
  await hireStaff(first);
  await donate(Math.ceil(donations / 5));
  const { file, keyFile } = await backUp(folder, settingsOf(lost));

  office.weather = rough;
  await donate(donations);
  await gateways.administer("deliver");
  await office.deliverAll(mostRefusals);
  await first.lose();
  // Now the other donors pay, and their callbacks find no machine.
  await gateways.administer("clock", { advanceSeconds: untilAllHasEnded });
  await gateways.administer("deliver");

  const found = { ...common, dataDir: join(folder, "found") };
  await run("scripts/restore.ts", [file, "--key-file", keyFile], settingsOf(found));
  const second = stack.use(await startMachine(found));
  const unknownAtFirst = (await compareAfterLoss(second.database.readWrite, await gateways.payments())).wrong;
  office.site = second.url;
  if (!(await office.deliverAll(mostRefusals))) throw new Error("the restored site refuses a callback");

  const staff = await signInStaff(second);
  await work(second);
  await staff.importStatement(await gateways.payments());
  await staff.compareWithSelcom();
  await work(second);
  const reconciled = await compareAfterLoss(second.database.readWrite, await gateways.payments());
  const added = await staff.addLostDonations();
  await work(second);
  const approved = await staff.approveListed();
  const recorded = await compareAfterLoss(second.database.readWrite, await gateways.payments());
  return { unknownAtFirst: unknownAtFirst.length, reconciled, recorded, added, approved };
}

async function backUp(folder: string, settings: Record<string, string>) {
  const backups = join(folder, "backups");
  await mkdir(backups);
  const output = await run("scripts/backup.ts", [backups], settings);
  const [key = ""] = /AGE-SECRET-KEY-1\w+/.exec(output) ?? [];
  const keyFile = join(folder, "key");
  await writeFile(keyFile, key);
  const [name = ""] = await readdir(backups);
  return { file: join(backups, name), keyFile };
}

async function run(script: string, options: string[], settings: Record<string, string>): Promise<string> {
  const { code, output } = await runScript(script, options, settings);
  if (code !== 0) throw new Error(`${script}: ${output}`);
  return output;
}

/** The jobs do what is due within an hour, as if that time had passed. */
async function work({ database: { readWrite: db }, alive }: Machine): Promise<void> {
  for (const ahead of [60_000, 3_600_000]) await roundOfJobs(db, { ahead, clockAhead: 0, alive });
  await sql`update statement_lines set first_seen_at = first_seen_at - interval '2 hours'`.execute(db);
  await openCasesOfUnbooked(db);
}
