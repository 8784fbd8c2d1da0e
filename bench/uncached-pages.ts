import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { sendRequest } from "#tests/support/server/send-request.ts";
import { median, type Figure } from "./figure.ts";
import { startSite } from "./site.ts";

const rounds = 3;
const pagesInRound = 200;
/** An idle connection of PostgreSQL reports its transactions after ten seconds at the latest. */
const reported = 11_000;

const measuredPages: Record<string, { path: string; processor?: number; roundTrips?: number }> = {
  home: { path: "/", processor: 3, roundTrips: 3 },
  "the list": { path: "/campaigns" },
  "a campaign": { path: "/campaigns/conference-center", roundTrips: 3 },
  about: { path: "/about", processor: 1.5 },
  "an unknown address": { path: "/nothing-here", processor: 1.5 },
};

/** The processor time and the statements of a rendered page. A page with an unknown query is never cached. */
export async function uncachedPages(): Promise<Figure[]> {
  let databaseUrl = "";
  const site = await startSite(async (url) => void (databaseUrl = url));
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const figures: Figure[] = [];
    for (const [name, { path, processor, roundTrips }] of Object.entries(measuredPages)) {
      await renderOften(site.url, path);
      const before = await transactions(database);
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const began = await site.processorTime();
        await renderOften(site.url, path);
        times.push(((await site.processorTime()) - began) / pagesInRound);
      }
      // Jobs and the count add a few transactions.
      const statements = Math.round(((await transactions(database)) - before) / (rounds * pagesInRound));
      figures.push(
        figure(`${name}, uncached: processor time`, median(times), "ms", processor),
        figure(`${name}, uncached: database round trips`, statements, "", roundTrips),
      );
    }
    return figures;
  } finally {
    await database.close();
    await site.stop();
  }
}

function figure(what: string, measured: number, unit: string, atMost: number | undefined): Figure {
  return { part: "pages", what, measured, unit, ...(atMost !== undefined && { goal: { atMost } }) };
}

let lastQuery = 0;

async function renderOften(url: string, path: string): Promise<void> {
  // As for a browser, each page is compressed.
  const headers = { "Accept-Encoding": "br" };
  for (let page = 0; page < pagesInRound; page++)
    await sendRequest(url, `${path}?bench=${++lastQuery}`, { headers });
}

/** The site sends each statement of a page as a transaction. */
async function transactions({ readWrite }: Database): Promise<number> {
  await wait(reported);
  const { rows } = await sql<{ count: bigint }>`
    select xact_commit as count from pg_stat_database where datname = current_database()
  `.execute(readWrite);
  return Number(rows[0]?.count);
}
