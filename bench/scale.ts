import { get } from "node:http";
import { sql } from "kysely";
import type { PastDonation } from "#database/seed/past-donations.ts";
import { writePastDonations } from "#database/seed/write-past-donations.ts";
import { openDatabase } from "#database/sql.server.ts";
import { median, type Figure } from "./figure.ts";
import { startSite } from "./site.ts";

const few = 10;
const many = 10_000;
const rounds = 120;
/** The most donations that one statement's parameters allow. */
const together = 2_000;

const measuredPages = {
  "the list": "/campaigns?",
  "a far page": "/campaigns?page=700&",
  "a search": "/campaigns?q=hostel&",
  "the newest": "/campaigns?sort=newest&",
  "ending soon": "/campaigns?sort=ending-soon&",
  "nearly there": "/campaigns?sort=nearly-there&",
  "most raised": "/campaigns?sort=most-raised&",
  "a search, by most raised": "/campaigns?q=hostel&sort=most-raised&",
  "a category": "/campaigns?category=research&",
  home: "/?",
  "a campaign": "/campaigns/girls-dormitories?",
};

/** Compares uncached pages with 10,000 and with 10 campaigns, on two sites in turn. */
export async function scale(): Promise<Figure[]> {
  const small = await startSite((url) => addCampaigns(url, few));
  const large = await startSite((url) => addCampaigns(url, many));
  const figures: Figure[] = [];
  try {
    for (const [what, path] of Object.entries(measuredPages)) {
      const times = { small: [] as number[], large: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        // An unknown query is never cached, so every answer is rendered.
        times.small.push(await timeOf(`${small.url}${path}round=${round}`));
        times.large.push(await timeOf(`${large.url}${path}round=${round}`));
      }
      const [short, long] = [median(times.small), median(times.large)];
      figures.push(
        {
          part: "scale",
          what: `${what}: 10,000 campaigns ÷ 10`,
          measured: long / short,
          unit: "",
          goal: { atMost: 2 },
        },
        { part: "scale", what: `${what}, with 10,000 campaigns`, measured: long, unit: "ms" },
      );
    }
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
  return figures;
}

async function addCampaigns(databaseUrl: string, count: number): Promise<void> {
  const database = openDatabase(databaseUrl);
  await sql`
    insert into campaigns (id, title, description, category, sub_type, goal_amount, start_date, end_date, created_at)
    select 'bench-' || n, 'Hostel number ' || n, 'A description of what number ' || n || ' is for, of the usual length.',
      (array['research', 'alumni', 'scholarship'])[n % 3 + 1], 'n/a', 1000000 + n,
      current_date - 30, current_date + n % 300, now() - n * interval '1 minute'
    from generate_series(1, ${count}::integer) n
  `.execute(database.readWrite);
  const donations = Array.from({ length: count }, (_, at) =>
    donationTo(`bench-${at + 1}`, BigInt(1_000 + at)),
  );
  for (let from = 0; from < donations.length; from += together) {
    const part = donations.slice(from, from + together);
    await database.readWrite.transaction().execute((tx) => writePastDonations(tx, part));
  }
  // Autovacuum does this a minute later.
  await sql`vacuum (analyze)`.execute(database.readWrite);
  await database.close();
}

function donationTo(campaignId: string, amount: bigint): PastDonation {
  return {
    campaignId,
    zakat: false,
    amount,
    fee: 0n,
    donor: { name: "Anonymous", email: null, anonymous: true },
    message: null,
    graduationYear: null,
    language: "en",
    isShown: false,
    outcome: "completed",
    provider: "azampay",
    method: "mobile",
    network: "Mpesa",
    externalId: `${campaignId}_1`,
    reference: `reference-of-${campaignId}`,
    at: new Date(Date.now() - 86_400_000),
  };
}

function timeOf(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    get(address, (answer) => {
      answer.resume();
      answer.on("end", () =>
        answer.statusCode === 200
          ? resolve(performance.now() - started)
          : reject(new Error(`${address} answers ${answer.statusCode}`)),
      );
    }).on("error", reject);
  });
}
