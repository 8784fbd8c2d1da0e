import { request } from "node:http";
import { writeHistory } from "#database/seed/histories.ts";
import { openDatabase } from "#database/sql.server.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { sendRequest, type RequestOptions } from "#tests/support/server/send-request.ts";
import { searchList } from "#tests/support/accounts/search-list.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { median, type Figure } from "./figure.ts";
import { residentMegabytes } from "./resident.ts";
import { startSite } from "./site.ts";

const few = 10_000;
const many = Number(process.env["BENCH_DONATIONS"] ?? 1_000_000);
/** Optional database filled by `npm run histories`: ten million donations take half an hour to write. */
const filled = process.env["BENCH_DATABASE_URL"];
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 60);
const days = 1_000;

const lists = {
  "the newest": "",
  "the oldest": "sort=date",
  "the largest": "sort=-amount",
  failed: "state=failed",
  pending: "state=pending",
  "open for long": "open=long",
  reversed: "state=reversed",
  "the largest reversed": "state=reversed&sort=-amount",
  "by card": "method=card",
  "by bank": "method=bank",
  "the largest by bank": "method=bank&sort=-amount",
  "a campaign's": "campaign=history-5",
  "three months": `from=${addDays(dayOf(new Date()), -120)}&to=${addDays(dayOf(new Date()), -30)}`,
  "a common name": "q=asha",
  "a common name, the largest": "q=asha&sort=-amount",
  "a whole name": "q=idrisa+kisa",
  "a whole name, the largest": "q=idrisa+kisa&sort=-amount",
  "a whole name to a campaign": "q=idrisa+kisa&campaign=history-5",
  "a name without donors": "q=zzyx",
  "an email": "q=idrisa.kisa.1@donors.example",
  "a phone number": "q=0712+345+678",
  "those without a name": "q=anonymous",
  "the largest without a name": "q=anonymous&sort=-amount",
  "an amount": "q=TSh+20,000",
  "an amount in dollars": "amount=US%2425",
  "a reference": "q=DIK1X2R6BW",
};

/** Compares the list of donations with a million and ten thousand, and measures an export's memory. */
export async function staff(): Promise<Figure[]> {
  const small = await staffSite({ donations: few, days });
  const large = await staffSite({ donations: many, days }, filled);
  try {
    return [...(await compareLists(small, large)), ...(await watchExport(large))];
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}

export type StaffSite = Awaited<ReturnType<typeof staffSite>>;

export async function staffSite(history: { donations: number; days: number }, filledUrl?: string) {
  const username = `sara${Date.now()}`;
  let databaseUrl = "";
  const prepare = async (url: string) => {
    databaseUrl = url;
    const database = openDatabase(url, { poolSize: 2 });
    if (filledUrl === undefined)
      await writeHistory(database.readWrite, { ...history, campaigns: 100, now: new Date() });
    await database.close();
    await makePerson(url, username, "staff");
  };
  const site = await startSite(prepare, filledUrl ? { url: filledUrl, stop: async () => {} } : undefined);
  const asking = {
    url: site.url,
    ask: (path: string, options?: RequestOptions) => sendRequest(site.url, path, options),
    get: (path: string, headers: Record<string, string> = {}) => sendRequest(site.url, path, { headers }),
  };
  return { ...site, ...asking, databaseUrl, cookie: await signIn(asking, username) };
}

async function compareLists(small: StaffSite, large: StaffSite): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, query] of Object.entries(lists)) {
    const times = { small: [] as number[], large: [] as number[] };
    const [ofSmall, ofLarge] = [await addressOf(small, query), await addressOf(large, query)];
    for (let round = -3; round < rounds; round++) {
      const [short, long] = [await timeOf(small, ofSmall), await timeOf(large, ofLarge)];
      if (round < 0) continue;
      times.small.push(short);
      times.large.push(long);
    }
    const [short, long] = [median(times.small), median(times.large)];
    const ratio = `donations, ${what}: ${many.toLocaleString("en")} ÷ ${few.toLocaleString("en")}`;
    figures.push(
      { part: "staff", what: ratio, measured: long / short, unit: "", goal: { atMost: 2 } },
      {
        part: "staff",
        what: `donations, ${what}, with ${many.toLocaleString("en")}`,
        measured: long,
        unit: "ms",
      },
    );
  }
  return figures;
}

/** The words of a search may name a donor, so its form encrypts them in the address. */
export async function addressOf(site: StaffSite, query: string): Promise<string> {
  const list = "/admin/donations";
  if (!query.startsWith("q=")) return `${list}?${query}`;
  const fields = Object.fromEntries(new URLSearchParams(query));
  return (await searchList(site, list, fields, site.cookie)).address;
}

export async function timeOf({ url, cookie }: StaffSite, address: string): Promise<number> {
  const began = performance.now();
  const { status } = await sendRequest(url, address, { headers: { Cookie: cookie } });
  if (status !== 200) throw new Error(`${address} answers ${status}`);
  return performance.now() - began;
}

/**
 * Exports about 100,000 rows, then several times more, twice. V8's heap grows until its first collection, so only later
 * growth counts.
 */
async function watchExport(site: StaffSite): Promise<Figure[]> {
  const one = await watched(site, 113_000);
  const four = await watched(site, 452_000);
  const again = await watched(site, 452_000);
  const lines = one.rows.toLocaleString("en");
  return [
    { part: "staff", what: "rows in the export", measured: one.rows, unit: "" },
    {
      part: "staff",
      what: `export of ${lines} rows (${one.megabytes.toFixed(1)} MB)`,
      measured: one.seconds,
      unit: "s",
    },
    { part: "staff", what: "the site's peak memory", measured: one.most, unit: "MB" },
    {
      part: "staff",
      what: `the site's memory with ${four.rows.toLocaleString("en")} rows, at most`,
      measured: four.most,
      unit: "MB",
    },
    {
      part: "staff",
      what: `what another ${again.rows.toLocaleString("en")} rows need beyond that`,
      measured: Math.max(0, again.most - four.most),
      unit: "MB",
      goal: { atMost: 20 },
    },
  ];
}

/** Most donations of a history are paid, and its days are similar. */
async function watched(site: StaffSite, donations: number) {
  const { pid } = site;
  if (pid === undefined) throw new Error("the site has no process");
  const from = addDays(dayOf(new Date()), -Math.min(days, Math.ceil((donations / many) * days)));
  let most = await residentMegabytes(pid);
  const began = performance.now();
  const watching = setInterval(() => {
    void residentMegabytes(pid).then((now) => (most = Math.max(most, now)));
  }, 50);
  const answered = await exportFrom(site, from).finally(() => clearInterval(watching));
  return { ...answered, most, seconds: (performance.now() - began) / 1_000 };
}

function exportFrom({ url, cookie }: StaffSite, from: string): Promise<{ rows: number; megabytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: cookie, Origin: url, "Content-Type": "application/x-www-form-urlencoded" };
    const sent = request(`${url}/admin/donations/export.csv`, { method: "POST", headers }, (answer) => {
      let rows = -1;
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        for (const byte of chunk) if (byte === 10) rows += 1;
      });
      answer.on("error", reject);
      answer.on("end", () =>
        answer.statusCode === 200
          ? resolve({ rows, megabytes: bytes / 1e6 })
          : reject(new Error(`the export answers ${answer.statusCode}`)),
      );
    });
    sent.on("error", reject);
    sent.end(`from=${from}`);
  });
}
