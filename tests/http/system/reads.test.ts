import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { withGateways, jsonOf } from "#tests/support/payments/gateway-site.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { searchList } from "#tests/support/accounts/search-list.ts";
import { routePaths } from "#tests/support/server/route-paths.ts";
import { testSite, type Answer } from "#tests/support/server/site.ts";

const site = await testSite();
const gateways = withGateways(site);
const { db } = site;

/** Tables that a read can write, each with the reason. */
const mayChange = new Map([
  ["changed_days", "names days whose stored sums are old, until a reader adds them up again"],
  ["day_sums", "keeps the sums of finished days, which the first reader adds up"],
  ["idempotency_keys", "holds the answers of writes and is cleared on the way"],
  ["rate_limits", "counts refused sign-ins, links, codes and guesses at references"],
  ["security_events", "records refused requests"],
  ["sessions", "notes when a session was last used"],
  ["used_challenges", "forgets challenges that have expired"],
]);

const cookies = { visitor: "", admin: "" };
const crawled = new Map<string, Answer>();
const addresses: string[] = [];

beforeAll(async () => {
  const admin = await makePerson(site.databaseUrl, "amina", "admin");
  cookies.admin = await signIn(site, "amina");
  const { externalId = "", receiptKey = "" } = jsonOf(await gateways.byMobile());
  await gateways.decide(externalId, "approve");
  await gateways.waitForStatus(externalId, "completed");
  const donation = await db
    .selectFrom("donations")
    .select("id")
    .where("external_id", "=", externalId)
    .executeTakeFirstOrThrow();
  const { reference } = await gateways.payment(externalId);
  const email = await db.selectFrom("outbox").select("id").executeTakeFirst();
  const member = await db.selectFrom("team_members").select("id").executeTakeFirst();
  const project = await db.selectFrom("infrastructure_projects").select("slug").executeTakeFirst();

  const named: [start: string, value: string][] = [
    ["/admin/donations/:id", String(donation.id)],
    ["/admin/mail/:id", String(email?.id)],
    ["/admin/team/:id", String(member?.id)],
    ["/admin/people/:id", admin.id],
    ["/infrastructure/:slug", String(project?.slug)],
    ["/campaigns/:id", "zakat"],
    ["/api/statistics/:campaignId", "zakat"],
    ["/api/donations/:orderId", externalId],
    ["/donations/:orderId", externalId],
    ["/api/payments/selcom/return/:reference", reference],
  ];
  for (const path of await routePaths()) {
    const filled = named.reduce(
      (address, [start, value]) => address.replace(start, start.replace(/:\w+/, value)),
      path,
    );
    addresses.push(
      filled
        .replace("/admin/history/*", "/admin/history/hero")
        .replace("*", "nowhere")
        .replaceAll(/:\w+/g, "1"),
    );
  }
  addresses.push(
    `/donations/${externalId}?key=${receiptKey}`,
    (await searchList(site, "/admin/donations", { q: "Asha" }, cookies.admin)).address,
    (await searchList(site, "/admin/mail", { q: "asha" }, cookies.admin)).address,
  );
});

test.each(["visitor", "admin"] as const)(
  "no GET as %s changes a table that only writes may change",
  async (who) => {
    expect(addresses.length).toBeGreaterThan(80);
    const changed: string[] = [];
    let before = await contents();
    for (const address of addresses) {
      const answer = await site.get(address, cookies[who] === "" ? {} : { Cookie: cookies[who] });
      crawled.set(`${who} ${address}`, answer);
      const after = await contents();
      for (const [table, state] of after)
        if (state !== before.get(table) && !mayChange.has(table)) changed.push(`${address}: ${table}`);
      before = after;
    }
    expect(changed).toEqual([]);
    const served = [...crawled].filter(([name, { status }]) => name.startsWith(who) && status === 200);
    expect(served.length).toBeGreaterThan(who === "admin" ? 70 : 40);
  },
);

test("a write changes what the crawl compares", async () => {
  const before = await contents();
  await db.updateTable("hero_section").set({ title: "Changed" }).where("id", "=", 1).execute();
  const after = await contents();
  expect([...after].filter(([table, state]) => state !== before.get(table)).map(([table]) => table)).toEqual([
    "hero_section",
  ]);
});

test("every text answer names its charset", async () => {
  expect(crawled.size).toBeGreaterThan(160);
  const files = [
    "/favicon.svg",
    "/robots.txt",
    "/nowhere.js",
    "/media/none/360.avif",
    "/a%2fb",
    "/about.data",
  ];
  const page = await site.get("/");
  for (const [, path = ""] of page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)) files.push(path);
  for (const path of files) crawled.set(path, await site.get(path));
  const without = [...crawled].flatMap(([name, { status, headers, body }]) => {
    const type = headers["content-type"] ?? "";
    const isText = /^text\/|[/+]xml\b/.test(type);
    const lacks = isText ? !/; ?charset=utf-8$/i.test(type) : body.length > 0 && type === "";
    return lacks ? [`${name}: ${status} ${type}`] : [];
  });
  expect(without).toEqual([]);
  const types = [...crawled.values()].map(({ headers }) => headers["content-type"]);
  for (const type of ["image/svg+xml", "text/html", "application/xml", "text/javascript", "text/x-script"])
    expect(types, type).toContain(`${type}; charset=utf-8`);
});

/** Every table with the version of each row. A rewritten row has another xmin, even with the same values. */
async function contents(): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`.execute(db);
  const each = tables.map(
    ({ name }) => sql`
      select ${name} as name, count(*) || ' ' || coalesce(md5(string_agg(xmin || '/' || ctid, ',' order by ctid)), '') as state
      from ${sql.table(name)}`,
  );
  const { rows } = await sql<{ name: string; state: string }>`${sql.join(each, sql` union all `)}`.execute(
    db,
  );
  return new Map(rows.map(({ name, state }) => [name, state]));
}
