import { sql } from "kysely";
import { median, type Figure } from "./figure.ts";
import { openPlace, type Place } from "./money/place.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 8);
const together = Number(process.env["BENCH_TOGETHER"] ?? 500);
/** Donations in the larger database. */
const before = Number(process.env["BENCH_DONATIONS"] ?? 1_000_000);

type Times = { taking: number[]; settling: number[] };
const noTimes = (): Times => ({ taking: [], settling: [] });

/**
 * Compares donations and confirmations through HTTP with their SQL statements alone. In turns, so that other load
 * affects both.
 */
export async function money(): Promise<Figure[]> {
  const place = await openPlace(0);
  const [http, alone] = [noTimes(), noTimes()];
  try {
    for (let round = 0; round < rounds; round++)
      for (const way of round % 2 === 0 ? ["http", "alone"] : ["alone", "http"])
        await (way === "http" ? measureHttp(place, http) : measureAlone(place, alone));
    const notices: Figure[] = [];
    for (const clients of [16, 32])
      notices.push(...noticeFigures(clients, await withoutNotices(place, clients)));
    return [
      ...figuresFor("taken", http.taking, alone.taking, 0.7),
      ...figuresFor("settled", http.settling, alone.settling, 0.7),
      ...notices,
    ];
  } finally {
    await place.stop();
  }
}

/** Repeats the measurement with a million donations and with few. */
export async function history(): Promise<Figure[]> {
  const few = await openPlace(0);
  const many = await openPlace(before);
  const [fewTimes, manyTimes] = [noTimes(), noTimes()];
  try {
    for (let round = 0; round < rounds; round++)
      for (const full of round % 2 === 0 ? [false, true] : [true, false])
        await (full ? measureHttp(many, manyTimes) : measureHttp(few, fewTimes));
  } finally {
    await Promise.all([few.stop(), many.stop()]);
  }
  const donations = `${before.toLocaleString("en")} donations`;
  return [
    {
      ...figure(
        `starting a donation with ${donations} ÷ with few`,
        ratio(manyTimes.taking, fewTimes.taking),
        "",
      ),
      ...{ part: "history", goal: { atMost: 2 } },
    },
    {
      ...figure(
        `settling a donation with ${donations} ÷ with few`,
        ratio(manyTimes.settling, fewTimes.settling),
        "",
      ),
      ...{ part: "history", goal: { atMost: 2 } },
    },
    { ...figure(`taken a second with ${donations}`, perSecond(manyTimes.taking), "/s"), part: "history" },
    { ...figure(`settled a second with ${donations}`, perSecond(manyTimes.settling), "/s"), part: "history" },
  ];
}

async function measureHttp(place: Place, times: Times): Promise<void> {
  times.taking.push(await place.takeOverHttp(together));
  times.settling.push(await place.settleOverHttp());
}

async function measureAlone(place: Place, times: Times): Promise<void> {
  times.taking.push(await place.takeAlone(together));
  times.settling.push(await place.settleAlone());
}

type Notices = Record<"noticed" | "silent", Times>;

/** A commit with a notification holds a server-wide lock until it is on disk. This measures the cost. */
async function withoutNotices(place: Place, clients: number): Promise<Notices> {
  const times: Notices = { noticed: noTimes(), silent: noTimes() };
  for (let round = 0; round < rounds; round++)
    for (const way of round % 2 === 0 ? (["noticed", "silent"] as const) : (["silent", "noticed"] as const)) {
      const speakAgain = way === "silent" ? await silence(place) : async () => {};
      times[way].taking.push(await place.takeAlone(together, clients));
      times[way].settling.push(await place.settleAlone(clients));
      await speakAgain();
    }
  return times;
}

/** Silences each trigger that announces a change: new figures, the status of a donation, an email to send. */
async function silence({ database: { readWrite: db } }: Place): Promise<() => Promise<void>> {
  const { rows } = await sql<{ written: string }>`
    select pg_get_functiondef(oid) as written from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc like '%perform pg_notify(%'
  `.execute(db);
  for (const { written } of rows)
    await sql.raw(written.replaceAll(/perform pg_notify\([^;]*;/g, "null;")).execute(db);
  return async () => {
    for (const { written } of rows) await sql.raw(written).execute(db);
  };
}

/** Both in seconds for the same number of donations, so a ratio above 1 is what the notices cost. */
function noticeFigures(clients: number, { noticed, silent }: Notices): Figure[] {
  const by = `the statements alone by ${clients} clients`;
  return [
    figure(`donations settled a second, ${by}, with notices`, perSecond(noticed.settling), "/s"),
    figure(`donations settled a second, ${by}, without`, perSecond(silent.settling), "/s"),
    figure(`time to settle, ${by}: with notices ÷ without`, ratio(noticed.settling, silent.settling), ""),
    figure(`time to start, ${by}: with notices ÷ without`, ratio(noticed.taking, silent.taking), ""),
  ];
}

function figuresFor(what: string, http: number[], alone: number[], goal: number): Figure[] {
  return [
    {
      ...figure(`donations ${what} through HTTP ÷ the same statements alone`, ratio(alone, http), ""),
      goal: { atLeast: goal },
    },
    figure(`donations ${what} a second through HTTP`, perSecond(http), "/s"),
    figure(`donations ${what} a second, the statements alone`, perSecond(alone), "/s"),
  ];
}

const figure = (what: string, measured: number, unit: string): Figure => ({
  part: "money",
  what,
  measured,
  unit,
});

const perSecond = (seconds: number[]) => together / median(seconds);

const ratio = (over: number[], under: number[]) => median(over.map((each, at) => each / (under[at] ?? NaN)));
