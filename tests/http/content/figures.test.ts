import { beforeAll, expect, test } from "vitest";
import { formatMoney, tzs } from "#domain/money/money.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { readCampaignSums } from "#database/donations/figures.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
let cookie: string;

beforeAll(async () => {
  await makePerson(site.databaseUrl, "juma", "staff");
  cookie = await signIn(site, "juma");
});

const get = (path: string) => site.get(path, { Cookie: cookie });
const plain = (html: string) => html.replaceAll("<!-- -->", "");
const days = "from=2026-01-01&to=2026-03-31";

async function rowsOf(query: string): Promise<string[][]> {
  const { text } = await get(`/admin/figures.csv?${query}`);
  return text
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
}

const sum = (rows: string[][], column: number) =>
  rows.reduce((total, row) => total + BigInt(row[column] ?? ""), 0n);

test("days, weeks and months add up to the same sum of the ledger", async () => {
  const to = dayOf(new Date());
  const range = { from: addDays(to, -9), to };
  const { raised, donors } = await readStatistics(site.db, range);
  const before = await readStatistics(site.db, { from: addDays(to, -19), to: addDays(to, -10) });
  expect(donors).toBeGreaterThan(0);
  for (const unit of ["day", "week", "month"]) {
    const rows = await rowsOf(`from=${range.from}&to=${to}&unit=${unit}`);
    const sums = [2, 3, 4, 5].map((column) => sum(rows, column));
    expect(sums).toEqual([raised.amount, BigInt(donors), before.raised.amount, BigInt(before.donors)]);
  }
  expect(await rowsOf(`${days}&unit=month`)).toHaveLength(3);
});

test("the page has a chart with an axis, both sums and the table", async () => {
  const { raised } = await readStatistics(site.db, { from: "2026-01-01", to: "2026-03-31" });
  const page = plain((await get(`/admin/figures?${days}&unit=month`)).text);
  expect(page).toMatch(/<div class="chart"[^>]*role="img" aria-label="Donations in shillings\. /);
  expect(page).toContain(`${formatMoney(raised, "en")} in `);
  expect(page).toMatch(/in \d+ donations, [+−][\d,]+% on the 90 days before/);
  expect(page).toContain("Before, from 3 October 2025 to 31 December 2025:");
  const [chart = ""] = /<div class="chart"[\s\S]*?<\/svg>/.exec(page) ?? [];
  expect(chart.match(/<rect (?!class)/g)).toHaveLength(3);
  expect(chart.match(/<rect class="chart-before"/g)).toHaveLength(3);
  expect(page).toContain("1 February 2026 to 28 February 2026");
  expect(page).toContain("/admin/figures.csv?from=2026-01-01&amp;to=2026-03-31&amp;unit=month");
});

test("the sums by campaign add up to the sum of the period", async () => {
  const to = dayOf(new Date());
  const range = { from: addDays(to, -9), to };
  const before = { from: addDays(to, -19), to: addDays(to, -10) };
  const sums = await readCampaignSums(site.db, range, before);
  const total = (values: bigint[]) => values.reduce((all, value) => all + value, 0n);
  const { raised } = await readStatistics(site.db, range);
  expect(raised.amount).toBeGreaterThan(0n);
  expect(total(sums.map((each) => each.raised))).toBe(raised.amount);
  expect(total(sums.map((each) => each.raisedBefore))).toBe(
    (await readStatistics(site.db, before)).raised.amount,
  );
  const page = plain((await get(`/admin/figures?from=${range.from}&to=${to}`)).text);
  const [first] = sums;
  expect(page).toContain(`state=completed&amp;campaign=${first?.campaign}`);
  expect(page).toContain(formatMoney(tzs(first?.raised ?? 0n), "en"));
});

test("each public figure shows its two parts and leads to its donations", async () => {
  await site.db
    .insertInto("external_figures")
    .values({
      ...{ subject: "zakat", title: "zakat", raised: 123_000n, donors: 4n, payments: "sandbox" },
      ...{ first_day: "2025-06-01", last_day: "2026-11-24", fetched_at: new Date("2026-11-24T09:00:00Z") },
    })
    .execute();
  const off = plain((await get("/admin/figures")).text);
  expect(off).toContain(formatMoney(tzs(123_000n), "en"));
  expect(off).toContain("Switched off");
  expect(off).toContain("/admin/donations?state=completed&amp;campaign=zakat");
  await site.db
    .insertInto("site_settings")
    .values({ key: "external-figures", is_public: true, value: '{"overall":false,"campaigns":["zakat"]}' })
    .execute();
  const { raised } = await site.db
    .selectFrom("campaign_totals")
    .select("raised")
    .where("campaign_id", "=", "zakat")
    .executeTakeFirstOrThrow();
  const on = plain((await get("/admin/figures")).text);
  expect(on).toContain("Added");
  expect(on).toContain(formatMoney(tzs(raised + 123_000n), "en"));
});

test("staff see a lower report on the dashboard, and accept it", async () => {
  await site.db
    .updateTable("external_figures")
    .set({ lower_raised: 120_000n, lower_donors: 3n, lower_at: new Date("2026-11-25T09:00:00Z") })
    .where("subject", "=", "zakat")
    .execute();
  expect(plain((await get("/dashboard")).text)).toContain("Lower figure of the reporting service");
  const waiting = plain((await get("/admin/figures")).text);
  expect(waiting).toContain("reported less than before");
  expect(waiting).toContain(formatMoney(tzs(120_000n), "en"));
  const fields = { subject: "zakat", raised: "120000", donors: "3" };
  const accepted = await postForm(site, "/admin/figures", fields, { Cookie: cookie });
  expect(accepted).toMatchObject({ status: 303 });
  expect(plain((await get("/admin/figures")).text)).not.toContain("reported less than before");
  const [zakat] = await site.db
    .selectFrom("external_figures")
    .selectAll()
    .where("subject", "=", "zakat")
    .execute();
  expect(zakat).toMatchObject({ raised: 120_000n, donors: 3n, last_day: "2026-11-25" });
});

test("campaigns, methods and networks add up to the ledger, on the page and as CSV", async () => {
  const to = dayOf(new Date());
  const range = { from: addDays(to, -9), to };
  const query = `from=${range.from}&to=${to}`;
  const { raised } = await readStatistics(site.db, range);
  const { raised: before } = await readStatistics(site.db, { from: addDays(to, -19), to: addDays(to, -10) });
  for (const of of ["by-campaign", "by-method"]) {
    const rows = await rowsOf(`${query}&of=${of}`);
    expect([sum(rows, 1), sum(rows, 2)], of).toEqual([raised.amount, before.amount]);
  }
  const methods = await rowsOf(`${query}&of=by-method`);
  const mobile = methods.find(([name]) => name === "Mobile money");
  expect(sum(await rowsOf(`${query}&of=by-network`), 1)).toBe(BigInt(mobile?.[1] ?? ""));
  const page = plain((await get(`/admin/figures?${query}`)).text);
  expect(page.match(/<div class="bar-chart"[^>]*role="img"/g)?.length).toBe(4);
  expect(page).toContain(`/admin/figures.csv?from=${range.from}&amp;to=${to}&amp;of=by-method`);
  expect((await get(`/admin/figures.csv?${query}&of=nothing`)).status).toBe(400);
});

test("providers show success and the time to confirm", async () => {
  await onDatabase(
    site.databaseUrl,
    `insert into donations (id, campaign_id, amount, currency, provider, external_id, is_anonymous)
       select 900000 + n, 'zakat', 1000, 'TZS', 'azampay', 'zakat_90000' || n, true from generate_series(1, 10) n;
     insert into payments (donation_id, provider, method, reference, amount, currency, network)
       select 900000 + n, 'azampay', 'mobile', 'timed-' || n, 1000, 'TZS', 'Airtel' from generate_series(1, 10) n;
     alter table payments disable trigger user;
     update payments set
       created_at = '2024-05-01T12:00:00Z',
       status = case when donation_id = 900010 then 'failed' else 'succeeded' end,
       settled_at = '2024-05-01T12:00:00Z'::timestamptz + make_interval(secs => 10 * (donation_id - 900000))
     where reference like 'timed-%';
     alter table payments enable trigger user`,
  );
  const rows = await rowsOf("from=2024-05-01&to=2024-05-01&of=providers");
  expect(rows).toEqual([["AzamPay (mobile money)", "90", "0", "10", "10", "9", "50 s", "82 s"]]);
  const networks = await get("/admin/visitors.csv?from=2024-05-01&to=2024-05-01&of=by-network");
  expect(networks.text.split("\r\n")[1]).toBe("Airtel Money,10,0,9,0,90%");
});

test.each([
  ["from=2026-02-31", "From: Enter a date, such as 2026-11-21"],
  ["from=2026-02-02&to=2026-02-01", "From: From must not be after To"],
  ["from=2020-01-01&to=2026-01-01", "From: Choose at most three years"],
])("a wrong period says so: %s", async (query, message) => {
  expect(plain((await get(`/admin/figures?${query}`)).text)).toContain(message);
  expect((await get(`/admin/figures.csv?${query}`)).status).toBe(400);
});
