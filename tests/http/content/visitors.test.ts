import { beforeAll, expect, test } from "vitest";
import { addDays, dayOf, formatDay } from "#domain/system/calendar.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
let cookie: string;
const today = dayOf(new Date());
const days = `from=${addDays(today, -6)}&to=${today}`;

beforeAll(async () => {
  await makePerson(site.databaseUrl, "juma", "staff");
  cookie = await signIn(site, "juma");
  const at = (daysAgo: number) => `now() - interval '${daysAgo} days'`;
  await onDatabase(
    site.databaseUrl,
    `insert into visitor_events (at, session_id, type, device, language, source)
       select ${at(2)}, '1764000000000-a' || n, 'session_start', case when n < 3 then 'phone' else 'laptop' end, 'sw',
         case when n < 4 then 'google.com' end from generate_series(1, 5) n;
     insert into visitor_events (at, session_id, type, path, campaign_id)
       select ${at(2)}, '1764000000000-a' || n, 'page_view', '/campaigns/:id', 'zakat' from generate_series(1, 5) n;
     insert into visitor_events (at, session_id, type, path, campaign_id, action)
       values (${at(2)}, '1764000000000-a1', 'event', '/campaigns/:id', 'zakat', 'form:start'),
         (${at(2)}, '1764000000000-a2', 'event', '/campaigns/:id', 'zakat', 'share:whatsapp');
     insert into visitor_events (at, session_id, type, path)
       values (${at(8)}, '1764000000000-b1', 'page_view', '/')`,
  );
});

const get = (path: string) => site.get(path, { Cookie: cookie });
const plain = (html: string) => html.replaceAll("<!-- -->", "");

async function rowsOf(of: string): Promise<string[]> {
  const { text } = await get(`/admin/visitors.csv?${days}&of=${of}`);
  return text.trim().split("\r\n").slice(1);
}

test("the page shows visitors, a chart and both periods", async () => {
  const page = plain((await get(`/admin/visitors?${days}`)).text);
  expect(page).toContain(
    `5 visitors from ${formatDay(addDays(today, -6), "en")} to ${formatDay(today, "en")}. Before`,
  );
  expect(page).toContain(": 1 visitor.");
  expect(page).toMatch(/<div class="chart"[^>]*role="img" aria-label="Visitors\. 5 visitors/);
  expect(page).toContain("Only visitors who allowed Analytics are counted");
  for (const title of [
    "From campaign to donation form",
    "Payments begun and paid",
    "Sources",
    "Campaigns shared",
    "Devices",
    "Languages",
  ])
    expect(page).toContain(`${title}</h3>`);
});

test("a chart names the period before only if it has a visitor", async () => {
  const legends = async (query: string) =>
    plain((await get(`/admin/visitors?${query}`)).text).match(/<section.*?<\/section>/s)?.[0] ?? "";
  expect(await legends(days)).toContain("The period before");
  const alone = await legends(`from=${addDays(today, -2)}&to=${today}`);
  expect(alone).toContain('class="chart"');
  expect(alone).not.toContain("The period before");
  expect(alone).not.toContain("chart-before");
});

test("the longest bar of a list is as wide as the list", async () => {
  const page = plain((await get(`/admin/visitors?${days}`)).text);
  const devices = page.slice(page.indexOf('id="device"'));
  const bars = /role="img".*?<details/s.exec(devices)?.[0] ?? "";
  expect(
    [...bars.matchAll(/<rect width="([\d.]+%)" height="10" rx="2"><\/rect>/g)].map(([, width]) => width),
  ).toEqual(["100%", "66.66666666666666%", "0%"]);
});

test("days without a visitor have one empty state instead of empty charts", async () => {
  const { text } = await get("/admin/visitors?from=2024-01-01&to=2024-01-07");
  expect(text).toContain("No visitors counted in these periods");
  expect(text).not.toContain('class="chart');
  expect(text).not.toContain("Nothing in these periods");
});

test.each([
  ["page", ["Zakat fund for indebted students,5,0,5,,", "Home,0,1,0,,"]],
  ["source", ["google.com,3,0", "Direct or not shared,2,1"]],
  ["share", ["Zakat fund for indebted students,1,0"]],
  ["share-way", ["WhatsApp,1,0"]],
  ["device", ["Laptop,3,0", "Phone,2,0", "Not known,0,1"]],
  ["language", ["Kiswahili,5,0", "Not known,0,1"]],
])("the CSV of %s has the counted values", async (of, rows) => {
  expect(await rowsOf(of)).toEqual(rows);
});

test("steps of visitors and all payments are two charts", async () => {
  const paid = async (condition: string) => {
    const counted = await site.db
      .selectFrom("payments")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("provider", "<>", "offline")
      .where("created_at", ">=", new Date(`${addDays(today, -6)}T00:00:00+03:00`))
      .$if(condition === "paid", (query) => query.where("status", "in", ["succeeded", "reversed"]))
      .executeTakeFirstOrThrow();
    return String(counted.count);
  };
  expect(await rowsOf("steps")).toEqual([
    "Opened a campaign or its donation form,5,0",
    "Began a donation form,1,0",
  ]);
  const rows = (await rowsOf("payments")).map((row) => row.split(","));
  expect(rows.map(([name, value]) => [name, value])).toEqual([
    ["Payment begun", await paid("begun")],
    ["Paid", await paid("paid")],
  ]);
  const networks = (await rowsOf("by-network")).map((row) => Number(row.split(",")[1]));
  expect(networks.reduce((all, one) => all + one, 0)).toBe(Number(rows[0]?.[1]));
});

test("a network's bar says how many were paid, and a chart what it counts", async () => {
  const page = plain((await get(`/admin/visitors?${days}`)).text);
  const { text } = await get(`/admin/visitors.csv?${days}&of=by-network`);
  const [, begun, , paid] = text.split("\r\n")[1]?.split(",") ?? [];
  const networks = page.slice(page.indexOf('id="by-network"'));
  expect(networks).toMatch(
    new RegExp(`class="bar-value">${begun}<span class="bar-part">, ${paid} paid</span>`),
  );
  expect(networks).toMatch(
    new RegExp(`aria-label="Payments by network\\. Payments: [^"]* ${begun} \\(${paid} paid\\)`),
  );
  const pages = page.slice(page.indexOf('id="page"'));
  expect(/<p>.*?<\/p>.*?class="bar-unit">(\w+)</s.exec(pages)?.[1]).toBe("Visitors");
  expect(pages).toContain("Visitors who opened the page.");
});

test("days, weeks and months have the same sum of visitors", async () => {
  for (const unit of ["day", "week", "month"]) {
    const { text } = await get(`/admin/visitors.csv?${days}&unit=${unit}`);
    const sums = text
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => Number(line.split(",")[2]));
    expect(sums.reduce((all, one) => all + one, 0)).toBe(5);
  }
});

test("a wrong period says so, and an unknown table is refused", async () => {
  expect(plain((await get("/admin/visitors?from=2026-02-31")).text)).toContain("From: Enter a date");
  expect((await get("/admin/visitors.csv?from=2026-02-31")).status).toBe(400);
  expect((await get(`/admin/visitors.csv?${days}&of=nothing`)).status).toBe(400);
});
