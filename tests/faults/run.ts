import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { readCommand } from "#scripts/read-command.ts";
import { chanceFrom } from "./chance.ts";
import { runCycles, type Counts, type Outcome } from "./cycles.ts";
import { mutantNamed, mutantNames } from "./mutants.ts";
import { tryLostMachine } from "./lost-machine/run.ts";
import { openGround, openPlace } from "./place.ts";
import { tryUnderLoad } from "./under-load/run.ts";

const usage = `npm run faults -- [--kills 1000] [--postgres 200] [--seed 1] [--processes 1] [--fresh]
npm run faults -- --mutant <name>
npm run faults -- --under-load <trial> [--seconds 60]
npm run faults -- --lost-machine [--donations 200] [--seed 1]

Kills the site and its database while a crowd donates. Reports lost, doubled or invented donations. Continues a run that
was interrupted; --fresh starts again. A mutant is a fault put in on purpose: the run must find it.
Exit code: 0 nothing was lost, doubled or invented, 1 something was.`;

const { values: options } = readCommand(usage, {
  kills: { type: "string", default: "1000" },
  postgres: { type: "string", default: "200" },
  seed: { type: "string", default: "1" },
  mutant: { type: "string" },
  processes: { type: "string", default: "1" },
  file: { type: "string", default: "data/faults.json" },
  fresh: { type: "boolean", default: false },
  "under-load": { type: "string" },
  seconds: { type: "string", default: "60" },
  "lost-machine": { type: "boolean", default: false },
  donations: { type: "string", default: "200" },
});
if (options["under-load"] !== undefined)
  process.exit(await tryUnderLoad(options["under-load"], Number(options.seconds)));
if (options["lost-machine"])
  process.exit(await tryLostMachine(Number(options.donations), Number(options.seed)));
const known = mutantNamed(options.mutant);
if (options.mutant !== undefined && known === null) {
  console.error(`Unknown mutant: ${options.mutant}. Known mutants: ${mutantNames.join(", ")}.`);
  process.exit(1);
}

const kept = z.object({
  ...{ seed: z.number(), rounds: z.number(), seconds: z.number() },
  ...{ appKills: z.number(), postgresKills: z.number(), donations: z.number(), paid: z.number() },
  repeatedEmails: z.number(),
});
type Kept = z.infer<typeof kept>;

/**
 * Each database survives this many kills. The next one has another seed, and AzamPay's status checks alternate
 * between on and off.
 */
const killsOfARound = 120;

const wanted = { appKills: Number(options.kills), postgresKills: Number(options.postgres) };
const total = await readTotal();
let ending = false;
/** The processes of the current round, which a signal ends. */
let current: AsyncDisposableStack | null = null;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void giveUp());
if (total.rounds > 0) console.log(`Continuing after ${summary(total)}.`);

while (total.appKills < wanted.appKills || total.postgresKills < wanted.postgresKills) {
  const outcome = await oneRound().catch((error: unknown) => {
    // Ignore errors during the shutdown.
    if (ending) return new Promise<never>(() => undefined);
    throw error;
  });
  if (outcome.differences.length > 0) printAndExit(outcome);
}
console.log(
  `\n${summary(total)} in ${Math.round(total.seconds / 60)} minutes: 0 lost, 0 double, 0 invented.`,
);
if (known !== null) {
  console.log(`The mutant "${known.name}" was not caught.`);
  process.exitCode = 1;
}

async function oneRound(): Promise<Outcome> {
  const begun = performance.now();
  const seed = total.seed + total.rounds;
  const chance = chanceFrom(seed);
  const left = {
    appKills: Math.max(0, wanted.appKills - total.appKills),
    postgresKills: Math.max(0, wanted.postgresKills - total.postgresKills),
  };
  const share = Math.min(1, killsOfARound / (left.appKills + left.postgresKills));
  await using stack = new AsyncDisposableStack();
  current = stack;
  const ground = stack.use(await openGround());
  const place = await openPlace(ground, stack, {
    chance,
    statusChecks: known === null && total.rounds % 2 === 1,
    webProcesses: Number(options.processes),
    ...(known !== null && { mutant: known.name }),
  });
  const outcome = await runCycles(place, chance, {
    appKills: Math.ceil(left.appKills * share),
    postgresKills: Math.ceil(left.postgresKills * share),
    onCycle: (counts) => printProgress(total, counts),
  });
  for (const name of ["appKills", "postgresKills", "donations", "paid", "repeatedEmails"] as const)
    total[name] += outcome[name];
  total.rounds += 1;
  total.seconds += (performance.now() - begun) / 1_000;
  if (known === null && outcome.differences.length === 0) await keep(total);
  return outcome;
}

async function giveUp(): Promise<never> {
  ending = true;
  console.log(`Ending. ${summary(total)} are stored in ${options.file}, without this round.`);
  await current?.disposeAsync();
  process.exit(1);
}

function printAndExit({ differences, story }: Outcome): never {
  console.log(`\nAfter ${summary(total)}, with the seed ${total.seed + total.rounds - 1}:`);
  for (const { kind, what } of differences.slice(0, 10)) console.log(`${kind}: ${what}`);
  console.log(story);
  if (known !== null) console.log(`The mutant "${known.name}" was caught.`);
  process.exit(known === null ? 1 : 0);
}

function printProgress(before: Kept, counts: Counts): void {
  const app = before.appKills + counts.appKills;
  const postgres = before.postgresKills + counts.postgresKills;
  if ((counts.appKills + counts.postgresKills) % 10 === 0)
    console.log(`${app} kills, ${postgres} of PostgreSQL, ${before.donations + counts.donations} donations`);
}

function summary({ appKills, postgresKills, donations, paid }: Kept): string {
  return `${appKills} kills of the site and ${postgresKills} of PostgreSQL, ${donations} donations started, ${paid} paid`;
}

async function readTotal(): Promise<Kept> {
  const none = {
    rounds: 0,
    seconds: 0,
    appKills: 0,
    postgresKills: 0,
    donations: 0,
    paid: 0,
    repeatedEmails: 0,
  };
  const text =
    options.fresh || known !== null ? null : await readFile(options.file, "utf8").catch(() => null);
  return text === null ? { seed: Number(options.seed), ...none } : kept.parse(JSON.parse(text));
}

async function keep(reached: Kept): Promise<void> {
  await mkdir(dirname(options.file), { recursive: true });
  await writeFile(options.file, `${JSON.stringify(reached, null, 2)}\n`);
}
