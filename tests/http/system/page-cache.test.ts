import { brotliDecompressSync, gunzipSync } from "node:zlib";
import pg from "pg";
import { expect, test } from "vitest";
import { onDatabase } from "#tests/support/database/open.ts";
import { publishChange } from "#database/changes.ts";
import { complete, pendingDonation } from "#tests/support/database/records.ts";
import { testSite } from "#tests/support/server/site.ts";
import { expectText, expectNoText } from "#tests/support/content/expect-text.ts";

const environment = { PUBLIC_URL: "https://fund.example" };
const site = await testSite({ isPatient: true, environment });
const neighbour = await testSite({ isPatient: true, environment, databaseUrl: site.databaseUrl });

test("a page has equal content in every requested encoding", async () => {
  const plain = await site.get("/");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  for (const [encoding, expected, unpack] of [
    ["br", "br", brotliDecompressSync],
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
  ] as const) {
    const answer = await site.get("/", { "Accept-Encoding": encoding });
    expect(answer.headers["content-encoding"], encoding).toBe(expected);
    expect(answer.headers.vary, encoding).toMatch(/accept-encoding/i);
    expect(Number(answer.headers["content-length"])).toBe(answer.body.length);
    expect(unpack(answer.body).equals(plain.body), encoding).toBe(true);
    expect(answer.body.length).toBeLessThan(plain.body.length / 2);
  }
  expect(
    (await site.get("/", { "Accept-Encoding": "gzip;q=0" })).headers["content-encoding"],
  ).toBeUndefined();
});

test("an unchanged page is not sent again", async () => {
  for (const encoding of ["br", "gzip", "identity"]) {
    const { headers } = await site.get("/campaigns", { "Accept-Encoding": encoding });
    const conditional = { "Accept-Encoding": encoding, "If-None-Match": `"of-old", W/${headers.etag}` };
    const again = await site.get("/campaigns", conditional);
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(again.headers.vary).toBe(headers.vary);
    expect((await site.get("/campaigns", { ...conditional, "If-None-Match": '"of-old"' })).status).toBe(200);
  }
});

test("both nodes send the same page", async () => {
  const [here, there] = await Promise.all([site.get("/sw/campaigns"), neighbour.get("/sw/campaigns")]);
  expect(there.headers.etag).toBe(here.headers.etag);
});

test("a cached page needs no database query", async () => {
  const page = await site.get("/campaigns/zakat");
  await using lock = await locked("campaigns", "site_settings");
  const again = await site.get("/campaigns/zakat");
  expect([again.status, again.headers.etag]).toEqual([200, page.headers.etag]);
  expect(await lock.waiting()).toBe(0);
});

test("a hundred simultaneous cache misses cost one rendering", async () => {
  await using lock = await locked("campaigns", "site_settings", "hero_section");
  const alone = site.get("/sw/campaigns/cash-waqfu");
  const needed = await lock.settledWaiting();
  await lock.release();
  expect((await alone).status).toBe(200);

  await using second = await locked("campaigns", "site_settings", "hero_section");
  const crowd = Array.from({ length: 100 }, () => site.get("/campaigns/cash-waqfu"));
  expect(await second.settledWaiting()).toBe(needed);
  await second.release();
  const answers = await Promise.all(crowd);
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
});

test("an edit shows on both nodes, on every affected page", async () => {
  const pages = ["/", "/campaigns", "/campaigns/zakat"];
  for (const node of [site, neighbour]) for (const page of pages) await node.get(page);
  const edit = (statement: string) =>
    publishChange(site.databaseUrl, () => onDatabase(site.databaseUrl, statement));

  await edit("update campaigns set title = 'Zakat, edited by a test' where id = 'zakat'");
  for (const node of [site, neighbour])
    for (const page of pages) expect((await node.get(page)).text).toContain("Zakat, edited by a test");

  for (let round = 0; round < 10; round++) {
    await edit(`update hero_section set title = 'Headline number ${round}.' where id = 1`);
    const answers = await Promise.all([site.get("/"), neighbour.get("/")]);
    for (const { text } of answers) expect(text).toContain(`Headline number ${round}.`);
  }
});

test("edits at the same moment all show, and the nodes log no warning", async () => {
  const team = await site.db.selectFrom("team_members").select("id").where("is_active", "=", true).execute();
  await Promise.all(
    team.map(({ id }) =>
      publishChange(site.databaseUrl, () =>
        onDatabase(
          site.databaseUrl,
          `update team_members set name = 'Person ${id} of now' where id = '${id}'`,
        ),
      ),
    ),
  );
  for (const node of [site, neighbour]) {
    const { text } = await node.get("/");
    for (const { id } of team) expectText(text, `Person ${id} of now`);
  }
});

const figurePages = ["/", "/campaigns", "/campaigns/zakat"];

test("a donation shows on every page of both nodes", async () => {
  await readEverywhere(figurePages);
  const { donors } = await site.db
    .selectFrom("public_campaigns")
    .select("donors_count as donors")
    .where("id", "=", "zakat")
    .executeTakeFirstOrThrow();
  await complete(site.db, await pendingDonation(site.db, { to: "zakat" }));
  const figure = `${(Number(donors) + 1).toLocaleString("en")} donors`;
  await expect
    .poll(async () => (await readEverywhere(figurePages)).every(({ text }) => text.includes(figure)))
    .toBe(true);
});

test.each([
  ["a text", "update campaigns set title = 'Zakat, edited again' where id = 'zakat'", "Zakat, edited again"],
  ["a team member", "update team_members set name = 'Person of the test'", "Person of the test"],
  ["a pause", "update campaigns set status = 'paused' where id = 'zakat'", "This campaign is paused"],
  [
    "an update",
    `insert into campaign_updates (campaign_id, title, content)
     values ('cash-waqfu', 'The first trees', 'Thirty trees were planted.')`,
    "Thirty trees were planted.",
  ],
  [
    "a corrected update",
    "update campaign_updates set content = 'Forty trees were planted.' where title = 'The first trees'",
    "Forty trees were planted.",
  ],
])("%s shows at once on both nodes while donations come", async (_, statement, text) => {
  const pages = /^Person|trees/.test(text) ? ["/"] : ["/campaigns/zakat"];
  await readEverywhere(pages);
  await complete(site.db, await pendingDonation(site.db, { to: "zakat" }));
  // These answers can show the figures from before the donation, and start the renewal.
  await readEverywhere(pages);
  await publishChange(site.databaseUrl, () => onDatabase(site.databaseUrl, statement));
  for (const page of await readEverywhere(pages)) expectText(page.text, text);
});

function readEverywhere(pages: string[]) {
  return Promise.all([site, neighbour].flatMap((node) => pages.map((page) => node.get(page))));
}

test("a signed-in person gets their own page, never cached", async () => {
  const anonymous = await site.get("/");
  const own = await site.get("/", { Cookie: "theme=dark; __Host-amana.session=whatever" });
  expect(own.status).toBe(200);
  expect(own.headers["cache-control"]).toBe("private, no-store");
  expect(own.headers.etag).toBeUndefined();
  expect((await site.get("/")).headers.etag).toBe(anonymous.headers.etag);
  expect((await site.get("/", { Cookie: "theme=dark" })).headers.etag).toBe(anonymous.headers.etag);
});

test("a message for one visitor appears once, for them only", async () => {
  const notice = Buffer.from(JSON.stringify({ tone: "success", title: "Thank you, dear tester" })).toString(
    "base64url",
  );
  await onDatabase(
    site.databaseUrl,
    "update hero_section set title = 'Dropped, so that this visit fills it' where id = 1",
  );
  const answer = await site.get("/", { Cookie: `__Host-amana_notice=${notice}` });
  expectText(answer.text, "Thank you, dear tester");
  expect(answer.headers["set-cookie"]?.join()).toMatch(/^__Host-amana_notice=;.*Max-Age=0/);
  expect(answer.headers["cache-control"]).toBe("private, no-store");

  const other = await site.get("/");
  expectNoText(other.text, "dear tester");
  expect(other.headers["set-cookie"]).toBeUndefined();

  // A page loads these itself, and no person sees their error page.
  for (const [path, more] of [
    ["/assets/gone.js", {}],
    ["/assets/gone.js", { "Sec-Fetch-Dest": "script" }],
    ["/pictures/gone.webp", { "Sec-Fetch-Dest": "image" }],
  ] as const) {
    const lost = await site.get(path, { Cookie: `__Host-amana_notice=${notice}`, ...more });
    expect([lost.status, lost.headers["set-cookie"]], path).toEqual([404, undefined]);
  }
  const opened = { Cookie: `__Host-amana_notice=${notice}`, "Sec-Fetch-Dest": "document" };
  expectText((await site.get("/no-such-page", opened)).text, "Thank you, dear tester");

  // They show no page, so the message waits for the next one.
  for (const path of ["/api/campaigns", "/sitemap.xml"])
    expect(
      (await site.get(path, { Cookie: `__Host-amana_notice=${notice}` })).headers["set-cookie"],
      path,
    ).toBeUndefined();
});

test("an unknown query is answered and not cached", async () => {
  for (const path of [
    ...["/?made=up", "/?made=", "/?index", "/about?index", "/campaigns/zakat?payment=success&index"],
    ...["/campaigns?category=zakat&made=up", "/campaigns?category=made-up", "/campaigns?made="],
    ...["/campaigns?index", "/campaigns?q=&q=", "/about.data?_routes=made-up", "/campaigns.data?_routes=x"],
    ...["/api/campaigns?made=up", "/robots.txt?made=up"],
  ]) {
    await site.get(path);
    const answer = await site.get(path);
    expect([path, answer.status, answer.headers.etag]).toEqual([path, 200, undefined]);
  }
});

test("a page is cached under one spelling of its query", async () => {
  const kept = "/campaigns?category=infrastructure&page=2";
  await site.get(kept);
  expect((await site.get(kept)).headers.etag).toBeDefined();
  for (const path of [
    ...["/campaigns?category=%69nfrastructure&page=2", "/campaigns?category=infrastructur%65&page=2"],
    ...["/campaigns?c%61tegory=infrastructure&page=2", "/campaigns?category=infrastructure&page=%32"],
    ...["/campaigns?page=2&category=infrastructure", "/campaigns?category=infrastructure&page=2&"],
    ...["/campaigns?category=infrastructure&page=2&q=", "/campaigns?zakat=%31", "/campaigns?page=1"],
    ...["/campaigns/zakat?payment=%73uccess", "/campaigns/zakat?p%61yment=success"],
    "/campaigns/zakat?payment=success&",
  ]) {
    await site.get(path);
    const answer = await site.get(path);
    expect([path, answer.status, answer.headers.etag]).toEqual([path, 200, undefined]);
  }
});

test("no request header reaches a cached page", async () => {
  const poison = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "ftp",
    Forwarded: "host=evil.example",
  };
  await onDatabase(site.databaseUrl, "update hero_section set title = 'Filled again' where id = 1");
  expectNoText((await site.get("/", poison)).text, "evil.example");
  expectNoText((await site.get("/")).text, "evil.example");
});

test("a failing page is 500, uncached, and 200 after the repair", async () => {
  site.expectErrors(/page failed/);
  const paths = ["/", "/sw/campaigns", "/campaigns/zakat", "/campaigns/zakat/share.jpg"];
  const [{ value } = { value: null }] = await site.db
    .selectFrom("site_settings")
    .select("value")
    .where("key", "=", "fund")
    .execute();
  await publishChange(site.databaseUrl, () =>
    onDatabase(site.databaseUrl, "update site_settings set value = '{\"name\": 7}' where key = 'fund'"),
  );
  for (const path of [...paths, ...paths]) {
    const { status, headers } = await site.get(path);
    expect([path, status, headers["cache-control"], headers.etag]).toEqual([
      ...[path, 500, "private, no-store", undefined],
    ]);
  }
  // Without triggers the site gets no notification, so a cached failure would still be served.
  await onDatabase(site.databaseUrl, "alter table site_settings disable trigger user");
  await site.db
    .updateTable("site_settings")
    .set({ value: JSON.stringify(value) })
    .where("key", "=", "fund")
    .execute();
  await onDatabase(site.databaseUrl, "alter table site_settings enable trigger user");
  for (const path of paths) expect([path, (await site.get(path)).status]).toEqual([path, 200]);
});

/** Locks tables so that every read of them waits, and counts the waiting reads. */
async function locked(...tables: string[]) {
  const client = new pg.Client(site.databaseUrl);
  await client.connect();
  await client.query("begin");
  await client.query(`lock table ${tables.join(", ")} in access exclusive mode`);
  const waiting = async () => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows[0]?.count ?? 0;
  };
  let released: Promise<unknown> | undefined;
  const release = () => (released ??= client.query("rollback").then(() => client.end()));
  return {
    waiting,
    /** Counts waiting reads after the server has seen all earlier requests: it has answered a later one. */
    async settledWaiting() {
      await expect.poll(waiting).toBeGreaterThan(0);
      let last = await waiting();
      // A rendering sends its statements one after another, so the number has to stay for many answers.
      for (let steady = 0; steady < 25;) {
        await site.get("/media/none/360.avif");
        const now = await waiting();
        steady = now === last ? steady + 1 : 0;
        last = now;
      }
      return last;
    },
    async release() {
      await release();
    },
    async [Symbol.asyncDispose]() {
      await release();
    },
  };
}
