import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/donations/donor.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { searchList } from "#tests/support/accounts/search-list.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { testSite } from "#tests/support/server/site.ts";
import { expectText, expectNoText } from "#tests/support/content/expect-text.ts";

const site = await testSite();
const { db } = site;

const cookies = { staff: "", organizer: "" };
const donation = { path: "", orderId: "", id: 0n };

beforeAll(async () => {
  await makePerson(site.databaseUrl, "sara", "staff");
  await makePerson(site.databaseUrl, "omari", "organizer");
  cookies.staff = await signIn(site, "sara");
  cookies.organizer = await signIn(site, "omari");
  const to = await campaign(db, { id: "mosque", title: "The <b>mosque</b>" });
  const orderId = "mosque_1795000000000";
  const made = await pendingDonation(db, {
    to,
    amount: 123_456n,
    donation: { donor_name: "Zuwena <script>alert(1)</script>", external_id: orderId },
  });
  await complete(db, made);
  await db
    .insertInto("provider_messages")
    .values({
      provider: "selcom",
      kind: "callback",
      payment_id: made.paymentId,
      body: '{"result":"SUCCESS","password":"hush-hush","note":"</pre><img src=x onerror=alert(2)>"}',
    })
    .execute();
  Object.assign(donation, { path: `/admin/donations/${made.donationId}`, orderId, id: made.donationId });
});

const open = (path: string, cookie = cookies.staff) => site.get(path, { Cookie: cookie });
const post = (fields: Record<string, string>, cookie = cookies.staff) =>
  postForm(site, donation.path, fields, { Cookie: cookie });

test("only staff see the donations, as pages and as data", async () => {
  for (const path of ["/admin/donations", donation.path]) {
    expect((await site.get(path)).headers.location, path).toBe(`/auth?next=${encodeURIComponent(path)}`);
    for (const address of [path, `${path}.data`]) {
      const refused = await open(address, cookies.organizer);
      expect(refused.text, address).not.toMatch(/Zuwena|123,456/);
      expect((await site.get(address)).text, address).not.toMatch(/Zuwena|123,456/);
    }
    expect((await open(path, cookies.organizer)).status).toBe(403);
    const page = await open(path);
    expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  }
  const refused = await post({ intent: "note", note: "mine" }, cookies.organizer);
  expect(refused.status).toBe(403);
  expect((await postForm(site, donation.path, { intent: "note", note: "mine" })).headers.location).toBe(
    `/auth?next=${encodeURIComponent(donation.path)}`,
  );
  expect(await db.selectFrom("donation_notes").select("id").execute()).toEqual([]);
});

test("search finds a donation by name, amount and reference", async () => {
  for (const q of ["zuw", "TSh 123,456", donation.orderId]) {
    const { text } = await searchList(site, "/admin/donations", { q }, cookies.staff);
    expect(text, q).toContain(`href="${donation.path}"`);
    expect([...text.matchAll(/role="rowheader"/g)], q).toHaveLength(1);
  }
});

test("an unreadable amount or date is reported and not used", async () => {
  for (const [name, typed, words] of [
    ["amount", "plenty", "Amount: Enter an amount, such as"],
    ["from", "2026-13-45", "From: Enter a date, such as"],
    ["to", "tomorrow", "To: Enter a date, such as"],
  ] as const) {
    const { text } = await open(`/admin/donations?${name}=${typed}`);
    expectText(text, words);
    expectText(text, `id="${name}-error"`);
    expectNoText(text, "rowheader");
    expectNoText(text, "export.csv");
    const exported = await postForm(
      site,
      "/admin/donations/export.csv",
      { [name]: typed },
      { Cookie: cookies.staff },
    );
    expect(exported.status, name).toBe(400);
  }
});

test("the history of a donation lists causes before effects", async () => {
  // The clock of the requesting machine was some milliseconds behind that of the machine that stored the donation.
  await db
    .updateTable("payments")
    .from("donations as d")
    .set({ created_at: sql<Date>`d.created_at - interval '5 milliseconds'` })
    .whereRef("donation_id", "=", "d.id")
    .where("d.id", "=", donation.id)
    .execute();
  const { text } = await open(donation.path);
  const trail = text.slice(text.indexOf('<ol class="trail'));
  const kinds = [...trail.matchAll(/<li data-kind="([^"]+)"/g)].map(([, kind]) => kind);
  expect(kinds.slice(0, 2)).toEqual(["donated", "payment-begun"]);
});

test("any query returns a page", async () => {
  const queries = [
    "campaign=%00",
    "campaign=%ff%fe",
    "from=0001-01-01&to=9999-12-31",
    "from=2026-13-45&to=x&state=[]&provider=__proto__&method=1",
    "sort=id;drop&after=-1&before=1e9",
    "after=999999999999999999",
    "after=99999999999999999999999",
    "before=1&after=1&q[]=a&q[__proto__]=b",
    "__proto__=1&constructor=2",
    "amount=1e400&amount=2",
  ];
  for (const query of queries) expect((await open(`/admin/donations?${query}`)).status, query).toBe(200);
  for (const q of ["\0", "' or 1=1--", "\u{1f642}&|!:*", "\ufffe\uffff", "9".repeat(4_000)])
    expect((await searchList(site, "/admin/donations", { q }, cookies.staff)).status, q).toBe(200);
  for (const q of ["%00", "'%20or%201=1--", "%ff%fe", "v1.", `v1.${"A".repeat(4_000)}`])
    expect((await open(`/admin/donations?q=${q}`)).status, q).toBe(303);
  for (const id of ["0", "x", "-1", "1.5", "99999999999999999999", "9999999"])
    expect((await open(`/admin/donations/${id}`)).status, id).toBe(404);
  expect((await open("/admin/donations/%00")).status).toBe(400);
});

test("page links follow each other, and end with the list", async () => {
  const seen = new Set<string>();
  let path = "/admin/donations";
  for (let page = 1; ; page++) {
    const { text } = await open(path);
    const ids = [...text.matchAll(/href="\/admin\/donations\/(\d+)"/g)].map(([, id = ""]) => id);
    for (const id of ids) {
      expect(seen.has(id), `${id} twice`).toBe(false);
      seen.add(id);
    }
    expect(/rel="prev"/.test(text)).toBe(page > 1);
    const next = /href="([^"]+)"[^>]*rel="next"|rel="next"[^>]*href="([^"]+)"/.exec(text);
    if (!next) break;
    path = (next[1] ?? next[2] ?? "").replaceAll("&amp;", "&");
  }
  const { count } = await db
    .selectFrom("donations")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  expect(BigInt(seen.size)).toBe(count);
});

test("the history shows everything, escaped", async () => {
  const { text } = await open(donation.path);
  expect(text).not.toMatch(/<script>alert|<img src=x|hush-hush/);
  const words = wordsOf(text);
  expect(text).toContain("Zuwena &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(text).toContain("&lt;/pre&gt;&lt;img src=x onerror=alert(2)&gt;");
  for (const each of ["Selcom told us", "(not shown)"]) expect(words).toContain(each);
  for (const each of ["Recorded in the ledger", "Funds of ", "Receivable from Selcom", "Donation completed"])
    expect(words).toContain(each);
});

test("a failed donation shows the reason that its donor reads", async () => {
  const made = await pendingDonation(db, { to: "mosque" });
  await db
    .updateTable("payments")
    .set({ status: "failed", settled_at: new Date() })
    .where("id", "=", made.paymentId)
    .execute();
  const say = (body: string) =>
    db
      .insertInto("provider_messages")
      .values({ provider: "azampay", kind: "callback", payment_id: made.paymentId, body })
      .execute();
  await say('{"message":"The payment request was not answered"}');
  const shown = async () => wordsOf((await open(`/admin/donations/${made.donationId}`)).text);
  expect(await shown()).toContain("Not answered in time. The donor was not charged.");
  await say('{"message":"System error 17"}');
  expect(await shown(), "no reason that we know").not.toContain("The donor was not charged");
});

test("a pending donation without an answer shows a problem, and no failure", async () => {
  const made = await pendingDonation(db, { to: "mosque" });
  const failure = "no answer in time";
  await db.updateTable("payments").set({ failure }).where("id", "=", made.paymentId).execute();
  const words = wordsOf((await open(`/admin/donations/${made.donationId}`)).text);
  expect(words).toContain("Last problem");
  expect(words).toContain(failure);
  expect(words).not.toContain("Reason for failure");
});

test("a pending donation shows the time of the next status check", async () => {
  const next = (at: Date | null) =>
    db.updateTable("payments").set({ next_check_at: at }).where("donation_id", "=", donation.id).execute();
  expect(wordsOf((await open(donation.path)).text)).not.toContain("Next check");
  await next(new Date("2027-03-04T05:06:07Z"));
  const { text } = await open(donation.path);
  await next(null);
  expect(wordsOf(text)).toContain("Next check");
  expect(text).toContain("4 Mar 2027, 08:06");
});

test("a note and a receipt to another email address report missing values", async () => {
  const noted = await post({ intent: "note", note: "He <called>\nus" });
  expect([noted.status, noted.headers.location]).toEqual([303, donation.path]);
  expect((await open(donation.path)).text).toContain("He &lt;called&gt;\nus");

  const empty = await post({ intent: "send-receipt-elsewhere", address: "juma@example.org", reason: "" });
  expect(empty.status).toBe(400);
  expect(empty.text).toContain("Enter a reason for sending the receipt to another address");
  expect(empty.text).toMatch(/<input[^>]*value="juma@example.org"/);
  const sent = await post({
    intent: "send-receipt-elsewhere",
    address: "juma@example.org",
    reason: "He asked",
  });
  expect(sent.status).toBe(303);
  const after = wordsOf((await open(donation.path)).text);
  for (const each of ["juma@example.org", "Receipt sent again", "sara: He asked"])
    expect(after).toContain(each);
  for (const fields of [{}, { intent: "delete" }, { intent: "ask" }])
    expect((await post(fields)).status).toBe(400);
});

test("the export link is above the list", async () => {
  const { text } = await open("/admin/donations");
  expect(text.split('action="/admin/donations/export.csv"')).toHaveLength(2);
  expect(text.indexOf("Export as CSV")).toBeLessThan(text.indexOf("<table"));
});

test("the export matches the ledger by value date, and is logged", async () => {
  const take = (fields: Record<string, string>, cookie = cookies.staff) =>
    postForm(site, "/admin/donations/export.csv", fields, { Cookie: cookie });
  expect((await take({}, cookies.organizer)).status).toBe(403);
  const answer = await take({ q: "zuwena", campaign: "mosque" });
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(answer.headers["content-disposition"]).toMatch(
    /^attachment; filename="donations-20\d\d-\d\d-\d\d\.csv"$/,
  );
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  const lines = answer.text.split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFFValue date,Entry,Reference,Receipt number,Donor,/);
  expect(lines[1]).toMatch(
    /^20\d\d-\d\d-\d\d,Donation,mosque_1795000000000,,Zuwena <script>alert\(1\)<\/script>,no,/,
  );
  expect(lines[1]).toContain(",mosque,123456,0,TZS,selcom,mobile,");
  expect(lines.slice(2)).toEqual([""]);

  const all = (await take({})).text.split("\r\n").slice(1, -1);
  const days = all.map((line) => line.slice(0, 10));
  expect(days).toEqual(days.toSorted());
  const { count } = await db
    .selectFrom("journal")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("kind", "in", ["donation", "donation-reversal"])
    .executeTakeFirstOrThrow();
  expect(BigInt(all.length)).toBe(count);
  expect((await take({ state: "failed" })).text.split("\r\n")).toHaveLength(2);

  const audited = await db
    .selectFrom("audit_log")
    .select(["actor_id", "after"])
    .where("action", "=", "export-donations")
    .orderBy("id")
    .execute();
  expect(audited).toHaveLength(3);
  expect(audited[0]?.after).toMatchObject({ campaign: "mosque", searchedBy: ["name"] });
  expect(JSON.stringify(audited)).not.toMatch(/zuwena/i);
  expect((await open("/admin/donations/export.csv")).headers.location).toBe("/admin/donations");
});

test("a busy export returns to the filtered list with a message", async () => {
  const take = (fields: Record<string, string>) =>
    postForm(site, "/admin/donations/export.csv", fields, { Cookie: cookies.staff });
  const others = await db.transaction().execute(async (tx) => {
    await sql`lock table journal in access exclusive mode`.execute(tx);
    const waiting = [take({}), take({})];
    const stand = sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted`;
    await expect.poll(async () => (await stand.execute(tx)).rows[0]?.count).toBe(2);

    const refused = await take({ q: "zuwena", campaign: "mosque" });
    expect(refused.status).toBe(303);
    expect(refused.headers.location).toMatch(
      /^\/admin\/donations\?q=v1\.[\w.%-]+&campaign=mosque&sort=-date$/,
    );
    const notice = refused.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    expect(Buffer.from(notice.split("=")[1] ?? "", "base64url").toString()).toContain(
      "Other downloads are in progress",
    );
    return waiting;
  });
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await take({})).status).toBe(200);
});

test("a second status check right after the first says so", async () => {
  const { reference } = await db
    .selectFrom("payments")
    .select("reference")
    .where("donation_id", "=", donation.id)
    .executeTakeFirstOrThrow();
  await db.updateTable("payments").set({ asked_at: new Date() }).where("reference", "=", reference).execute();
  const answer = await post({ intent: "ask", reference });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("We checked a moment ago");
});
