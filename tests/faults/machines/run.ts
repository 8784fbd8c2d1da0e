import { setTimeout as wait } from "node:timers/promises";
import { readCommand } from "#scripts/read-command.ts";
import { chanceFrom } from "#tests/faults/chance.ts";
import { storyOf } from "#tests/faults/compare.ts";
import { donateSomehow, type Donor } from "#tests/faults/crowd.ts";
import { rough } from "#tests/faults/post-office.ts";
import { settle } from "#tests/faults/settle.ts";
import { openMachines, type Machines } from "./place.ts";
import { portsFrom, until, type DatabaseMachine, type Program } from "./servers.ts";

const usage = `npm run faults:machines -- [--only <part of a name>] [--seed 1] [--ports 42000]

Kills each part of an installation on many machines while people donate. Prints what donors saw and what was lost.
Needs root and the packages that docs/many-machines.md names.
Exit code: 0 nothing was lost, doubled or invented, 1 something was.`;

const { values: options } = readCommand(usage, {
  ports: { type: "string", default: "42000" },
  seed: { type: "string", default: "1" },
  only: { type: "string" },
});

/** Donors at the same time, and seconds of load before and after each loss. */
const together = 4;
const [before, after] = [8, 12];

type Loss = {
  name: string;
  /** Returns how to bring the part back. */
  lose(machines: Machines): Promise<() => Promise<void>>;
  /** Seconds until the part is brought back. Longer than a takeover needs. */
  away: number;
};

const restarted = (name: string, pick: (machines: Machines) => Program | undefined, away: number): Loss => ({
  ...{ name, away },
  async lose(machines) {
    const program = pick(machines);
    if (program === undefined) throw new Error(`no ${name}`);
    await program.kill();
    return () => program.start();
  },
});

async function inRole({ machines }: Machines, wanted: RegExp): Promise<DatabaseMachine> {
  for (const machine of machines) if (wanted.test(await machine.role())) return machine;
  throw new Error("no machine has this role");
}

const later = (bringBack: () => void) => async () => bringBack();

const primary = /^(?:master|primary) running/;
const standby = /(?:replica|standby) running/;

const losses: Loss[] = [
  restarted("web node 1", ({ nodes }) => nodes[0], 10),
  restarted("web node 2", ({ nodes }) => nodes[1], 10),
  restarted("worker", ({ nodes }) => nodes[2], 10),
  restarted("PgBouncer, back after 2 s", ({ pooler }) => pooler, 2),
  restarted("HAProxy, back after 2 s", ({ balancer }) => balancer, 2),
  restarted("etcd, back after 5 s", ({ etcd }) => etcd, 5),
  {
    ...{ name: "PostgreSQL of the primary; Patroni stays", away: 0 },
    async lose(machines) {
      (await inRole(machines, primary)).killPostgres();
      return async () => undefined;
    },
  },
  {
    ...{ name: "machine of the standby", away: 25 },
    async lose(machines) {
      const machine = await inRole(machines, standby);
      await machine.kill();
      return () => machine.start();
    },
  },
  {
    ...{ name: "machine of the primary", away: 40 },
    async lose(machines) {
      const machine = await inRole(machines, primary);
      await machine.kill();
      return () => machine.start();
    },
  },
  {
    ...{ name: "machine of the primary, again (the other one)", away: 40 },
    async lose(machines) {
      const machine = await inRole(machines, primary);
      await machine.kill();
      return () => machine.start();
    },
  },
  {
    ...{ name: "network of the standby, back after 25 s", away: 25 },
    lose: async (machines) => later((await inRole(machines, standby)).cut()),
  },
  {
    ...{ name: "network of the primary, back after 40 s", away: 40 },
    lose: async (machines) => later((await inRole(machines, primary)).cut()),
  },
  {
    ...{ name: "machine of the primary frozen, goes on after 40 s", away: 40 },
    lose: async (machines) => later((await inRole(machines, primary)).freeze()),
  },
];

const chosen = losses.filter(({ name }) => name.includes(options.only ?? ""));
if (chosen.length === 0) {
  console.error(
    [`No loss has "${options.only}" in its name:`, ...losses.map(({ name }) => name)].join("\n  "),
  );
  process.exit(1);
}

type Seen = { at: number; kind: "donation" | "page"; status: number | null; took: number; note: string };

await using stack = new AsyncDisposableStack();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void stack.disposeAsync().then(() => process.exit(1)));
const chance = chanceFrom(Number(options.seed));
const machines = await openMachines(chance, portsFrom(Number(options.ports)), stack);
const { place } = machines;
place.office.weather = rough;
const crowd: Donor[] = [];
let failed = false;
const columns = [
  ...["lost part", "donations", "failed answers", "donations again after", "pages again after"],
  ...["failed answers by kind", "slowest answer", "lost, double, invented"],
];
console.log(`| ${columns.join(" | ")} |\n| ${columns.map(() => "---").join(" | ")} |`);
for (const loss of chosen) await suffer(loss);
console.log(`${crowd.length} donors in all.`);
await stack.disposeAsync();
process.exit(failed ? 1 : 0);

async function suffer(loss: Loss): Promise<void> {
  await machines.ready();
  const seen: Seen[] = [];
  let over = false;
  const earlier = crowd.length;
  place.onAnswer = (status, took) =>
    void seen.push({ ...{ at: performance.now(), kind: "donation", status, took }, note: "" });
  const giving = Array.from({ length: together }, async () => {
    while (!over) {
      crowd.push(await donateSomehow(place, chance));
      await wait(chance.below(300));
    }
  });
  const reading = readPages(seen, () => over);
  await wait(before * 1_000);
  const lostAt = performance.now();
  const bringBack = await loss.lose(machines);
  await wait(loss.away * 1_000);
  await bringBack();
  await until("donations again", async () => seen.some((each) => each.at > lostAt && isGood(each)));
  await wait(after * 1_000);
  over = true;
  await Promise.all([...giving, reading]);
  await machines.ready();
  const differences = await settle(place, crowd);
  failed ||= differences.length > 0;
  console.log(
    rowOf(
      loss.name,
      crowd.length - earlier,
      { seen, lostAt },
      differences.map(({ kind }) => kind),
    ),
  );
  if (differences.length > 0) {
    for (const { kind, what } of differences.slice(0, 10)) console.log(`${kind}: ${what}`);
    console.log(await storyOf(place, differences));
  }
}

/** A visitor who opens pages: a cached one, and one that each visit makes again. */
async function readPages(seen: Seen[], isOver: () => boolean): Promise<void> {
  const paths = ["/", "/campaigns/for-the-library", "/campaigns?q=well"] as const;
  const { host } = new URL(place.office.url);
  while (!isOver()) {
    const begun = performance.now();
    const answer = await fetch(`${place.office.site}${chance.pick(paths)}`, {
      headers: { host },
      signal: AbortSignal.timeout(60_000),
    }).catch(() => null);
    const text = (await answer?.text().catch(() => "")) ?? "";
    const note = text.includes('<aside class="site-notice"') ? "earlier page" : "";
    seen.push({
      at: performance.now(),
      kind: "page",
      status: answer?.status ?? null,
      took: performance.now() - begun,
      note,
    });
    await wait(100);
  }
}

function isGood({ status, note }: Seen): boolean {
  return status !== null && status < 500 && note === "";
}

type Sight = { seen: Seen[]; lostAt: number };

function rowOf(name: string, donations: number, { seen, lostAt }: Sight, found: string[]): string {
  const later = seen.filter(({ at }) => at >= lostAt);
  const bad = later.filter((each) => !isGood(each));
  const untilGood = (kind: Seen["kind"]) =>
    `${(Math.max(0, ...bad.filter((each) => each.kind === kind).map(({ at }) => at - lostAt)) / 1_000).toFixed(1)} s`;
  const slowest = (some: Seen[]) => `${(Math.max(0, ...some.map(({ took }) => took)) / 1_000).toFixed(1)} s`;
  const counts = new Map<string, number>();
  for (const { kind, status, note } of bad) {
    const key = `${kind}: ${note || (status ?? "no answer")}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const columns = [
    ...[name, donations, `${bad.length} of ${later.length}`, untilGood("donation"), untilGood("page")],
    [...counts].map(([key, count]) => `${count} × ${key}`).join(", ") || "nothing",
    `${slowest(later)} (${slowest(seen.filter(({ at }) => at < lostAt))} before)`,
    found.length === 0 ? "0" : found.join(", "),
  ];
  return `| ${columns.join(" | ")} |`;
}
