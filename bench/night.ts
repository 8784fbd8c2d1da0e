import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { asIdle } from "#processes/scheduling.ts";
import { findLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import type { Figure } from "./figure.ts";
import { openPlace, type Place } from "./money/place.ts";
import { watchAges } from "./night/ages.ts";
import { mainThreadSeconds, residentMegabytes } from "./resident.ts";
import { end, messageFrom, startOutsider } from "./site.ts";

const rates = (process.env["BENCH_RATES"] ?? "0,10,30,100").split(",").map(Number);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 20);
const connections = Number(process.env["BENCH_CONNECTIONS"] ?? 16);
const generator = process.env["BENCH_GENERATOR"] ?? "ours";

const readShape = z.object({ perSecond: z.number(), p50: z.number(), p99: z.number(), errors: z.number() });
const donorShape = z.object({
  taken: z.number(),
  refused: z.number(),
  thanked: z.number(),
  unanswered: z.number(),
});

type Order = { url: string; campaigns: string[]; seconds: number };

function ourVisitors() {
  const process = startOutsider("bench/night/visitors.ts");
  return {
    read(order: Order) {
      process.send({ ...order, connections });
      return messageFrom(process, readShape);
    },
    end: () => end(process),
  };
}

/** A generator that others wrote, and that takes less of the processor. It must be installed. */
function visitorsOfWrk() {
  const run = promisify(execFile);
  return {
    async read({ url, campaigns, seconds: long }: Order) {
      const limits = ["--threads=1", `--connections=${connections}`, `--duration=${long}s`, "--timeout=60s"];
      const [program, ...args] = [...asIdle(), "wrk", ...limits, "--script=bench/night/visitors.lua", url];
      const { stdout } = await run(program, [...args, "--", ...campaigns]);
      return readShape.parse(JSON.parse(stdout.slice(stdout.lastIndexOf("{"))));
    },
    end: async () => {},
  };
}

/** Reads pages while donations come in, at several rates. The ledger is checked at the end. */
export async function night(): Promise<Figure[]> {
  const place = await openPlace(0);
  const visitors = generator === "wrk" ? visitorsOfWrk() : ourVisitors();
  const donors = startOutsider("bench/night/donors.ts");
  try {
    place.confirmAll();
    const campaigns = await openCampaigns(place);
    const order = { url: place.url, campaigns, seconds };
    await visitors.read({ ...order, seconds: 3 });
    const figures: Figure[] = [];
    let quiet = NaN;
    for (const rate of rates) {
      const ages = await watchAges(place, campaigns);
      donors.send({ ...order, perSecond: rate });
      // The first confirmations come two seconds after the first donations.
      if (rate > 0) await wait(3_000);
      const before = await mainThreadSeconds(place.pid);
      const read = await visitors.read({ ...order, seconds: seconds - 3 });
      const used = await mainThreadSeconds(place.pid);
      const busy = before === null || used === null ? null : (used - before) / (seconds - 3);
      const memory = await residentMegabytes(place.pid);
      const donor = await messageFrom(donors, donorShape);
      const { oldest, confirmed } = await ages.stop();
      if (rate === 0) quiet = read.perSecond;
      figures.push(...figuresAt(rate, { ...read, ...donor, oldest, confirmed, memory, busy, quiet }));
    }
    const problems = await findLedgerProblems(place.database.readWrite);
    return [...figures, line("problems in the ledger", problems.length, "", { atMost: 0 })];
  } finally {
    await Promise.all([visitors.end(), end(donors)]);
    await place.stop();
  }
}

type Measured = z.infer<typeof readShape> &
  z.infer<typeof donorShape> & {
    oldest: number;
    confirmed: number;
    memory: number;
    busy: number | null;
    quiet: number;
  };

function figuresAt(rate: number, measured: Measured): Figure[] {
  const at = (what: string) => `at ${rate} donations a second: ${what}`;
  const reads = [
    line(at("pages a second"), measured.perSecond, "/s"),
    line(at("pages, median wait"), measured.p50, "ms"),
    line(at("pages, 99th percentile"), measured.p99, "ms", rate === 30 ? { atMost: 50 } : undefined),
    line(at("pages not answered 200"), measured.errors, "", { atMost: 0 }),
    line(at("memory of the site"), measured.memory, "MB", { atMost: 200 }),
    // Below 1, the visitors did not ask for more: their own processor was the limit.
    ...(measured.busy === null ? [] : [line(at("the site's thread, share of a core"), measured.busy, "")]),
  ];
  if (rate === 0) return reads;
  const share = measured.perSecond / measured.quiet;
  return [
    ...reads,
    line(at("pages ÷ quiet"), share, "", rate === 30 ? { atLeast: 0.6 } : undefined),
    line(at("donations begun"), measured.taken, ""),
    // A lost settlement is begun and never confirmed, or confirmed and the donor never thanked.
    line(
      at("donations begun and not confirmed, or the reverse"),
      apart(measured.taken, measured.confirmed),
      "",
      {
        atMost: 0,
      },
    ),
    line(
      at("donations confirmed without thanks, or the reverse"),
      apart(measured.confirmed, measured.thanked),
      "",
      {
        atMost: 0,
      },
    ),
    line(at("donations not begun"), measured.refused, "", rate <= 30 ? { atMost: 0 } : undefined),
    line(at("status questions without an answer"), measured.unanswered, ""),
    line(at("donors who saw their donation completed"), measured.thanked, ""),
    line(at("donations confirmed"), measured.confirmed, ""),
    line(at("oldest figure on a page"), measured.oldest, "s", { atMost: 1.5 }),
  ];
}

const apart = (one: number, other: number) => Math.abs(one - other);

const line = (what: string, measured: number, unit: string, goal?: Figure["goal"]): Figure => ({
  ...{ part: "night", what, measured, unit },
  ...(goal && { goal }),
});

async function openCampaigns({ database: { readWrite: db } }: Place): Promise<string[]> {
  const rows = await db
    .selectFrom("public_campaigns")
    .select("id")
    .where("status", "=", "active")
    .where("currency", "=", "TZS")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id).filter((id) => id !== "zakat");
}
