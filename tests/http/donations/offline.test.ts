import { afterAll, beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/donations/donor.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { searchList } from "#tests/support/accounts/search-list.ts";
import { listenAsClamd, sampleMalware } from "#tests/support/clamd.ts";
import { formatMoney, tzs } from "#domain/money/money.ts";
import { testSite } from "#tests/support/server/site.ts";
import { expectText, expectNoText } from "#tests/support/content/expect-text.ts";

const clamd = await listenAsClamd();
const { host, port } = clamd.address;
const site = await testSite({ environment: { MALWARE_SCANNER: `${host}:${port}` } });
const { db } = site;
afterAll(() => clamd[Symbol.asyncDispose]());

const cookies = { sara: "", amina: "", omari: "" };

beforeAll(async () => {
  await makePerson(site.databaseUrl, "sara", "staff");
  await makePerson(site.databaseUrl, "amina", "admin");
  await makePerson(site.databaseUrl, "omari", "organizer");
  for (const name of ["sara", "amina", "omari"] as const) cookies[name] = await signIn(site, name);
});

const complete = {
  ...{ campaign: "zakat", amount: "TSh 1,250,000", method: "bank", receivedOn: "2026-11-18" },
  ...{ reference: "TT 0001", name: "Hamisi Ally", email: "hamisi@example.org", phone: "0712 345 678" },
};
const pdf = Buffer.from("%PDF-1.7 a slip\r\n--not-a-boundary\0\xff", "latin1");

function enter(fields: Record<string, string>, file: Buffer | null = pdf, cookie = cookies.sara) {
  const form = Object.entries(fields).map(
    ([name, value]) => `--seam\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--seam\r\nContent-Disposition: form-data; name="document"; filename="slip.pdf"\r\nContent-Type: text/html\r\n\r\n`;
  const document = file === null ? [] : [Buffer.from(head), file, Buffer.from("\r\n")];
  const body = Buffer.concat([Buffer.from(form.join("")), ...document, Buffer.from("--seam--\r\n")]);
  return site.ask("/admin/offline-donations/new", {
    method: "POST",
    headers: { Origin: site.url, Cookie: cookie, "Content-Type": "multipart/form-data; boundary=seam" },
    body,
  });
}

const open = (path: string, cookie = cookies.sara) => site.get(path, { Cookie: cookie });
const decide = (path: string, fields: Record<string, string>, cookie: string) =>
  postForm(site, path, fields, { Cookie: cookie });

async function raisedFor(campaign: string): Promise<bigint> {
  const row = await db
    .selectFrom("public_standings")
    .select("raised")
    .where("campaign_id", "=", campaign)
    .executeTakeFirst();
  return row?.raised ?? 0n;
}

test("a completed campaign says so where the donation is entered", async () => {
  const offered = async () => (await open("/admin/offline-donations/new")).text;
  const { id, status, title } = await db
    .selectFrom("campaigns")
    .select(["id", "status", "title"])
    .where("id", "=", "conference-center")
    .executeTakeFirstOrThrow();
  expectText(await offered(), `>${title}</option>`);
  await db.updateTable("campaigns").set({ status: "completed" }).where("id", "=", id).execute();
  expectText(await offered(), `>${title} (completed)</option>`);
  await db.updateTable("campaigns").set({ status }).where("id", "=", id).execute();
});

test("a bank donation is entered, confirmed by another person and counted once", async () => {
  const before = await raisedFor("zakat");
  const entered = await enter(complete);
  expect(entered.status).toBe(303);
  const path = String(entered.headers.location);
  expect(path).toMatch(/^\/admin\/offline-donations\/\d+$/);
  const seen = wordsOf((await open(path)).text);
  for (const each of ["TSh 1,250,000", "TT 0001", "Hamisi Ally", "+255 712 345 678", "18 November 2026"])
    expect(seen).toContain(each);
  expect(seen).toContain("Someone else on staff can confirm it now");
  await db.updateTable("campaigns").set({ status: "completed" }).where("id", "=", "zakat").execute();
  const toConfirm = wordsOf((await open(path, cookies.amina)).text);
  await db.updateTable("campaigns").set({ status: "active" }).where("id", "=", "zakat").execute();
  expect(toConfirm).toContain("(completed)");
  expect(toConfirm).toContain("The receipt is saved, and can be sent when a mail server is set up.");
  expect(await raisedFor("zakat")).toBe(before);

  const document = await open(`${path}/document`, cookies.amina);
  expect(document.body.equals(pdf)).toBe(true);
  expect(document.headers).toMatchObject({
    "content-type": "application/pdf",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
  expect(document.headers["content-disposition"]).toMatch(/^attachment; /);
  expect(document.headers["content-security-policy"]).toContain("default-src 'none'");

  const own = await decide(path, { intent: "confirm", reason: "I saw it" }, cookies.sara);
  expect([own.status, own.text.includes("You cannot confirm this, because you added it")]).toEqual([
    409,
    true,
  ]);
  const confirmed = await decide(path, { intent: "confirm" }, cookies.amina);
  expect([confirmed.status, confirmed.headers.location]).toEqual([303, path]);
  expect(await raisedFor("zakat")).toBe(before + 1_250_000n);
  expect((await decide(path, { intent: "confirm" }, cookies.amina)).status).toBe(409);
  expect(await raisedFor("zakat")).toBe(before + 1_250_000n);

  const donation = /href="(\/admin\/donations\/\d+)"/.exec((await open(path)).text)?.[1] ?? "";
  const trail = wordsOf((await open(donation)).text);
  const found = await searchList(site, "/admin/donations", { q: "tt 0001" }, cookies.sara);
  expect(wordsOf(found.text)).toContain("Hamisi Ally");
  for (const each of ["Bank transfer by Offline", "TT 0001", "Zakat funds of ", "Offline donation confirmed"])
    expect(trail).toContain(each);
  expect(trail).toContain("Email: Receipt");
  const orderId = /zakat_\d+/.exec(trail)?.[0] ?? "";
  const receipt = wordsOf((await site.get(`/donations/${orderId}`)).text);
  expect(receipt).toMatch(/Date\n18 November 2026\n/);

  // Its date is the day of arrival, as in the export.
  const listed = (day: string) => open(`/admin/donations?method=bank&from=${day}&to=${day}`);
  expect(wordsOf((await listed("2026-11-18")).text)).toContain("18 Nov 2026");
  expect((await listed("2026-11-18")).text).toContain(`href="${donation}"`);
  expect((await listed("2026-11-19")).text).not.toContain(`href="${donation}"`);
});

test("a confirmer sees a slip that is a picture, and its file stays a download", async () => {
  const png = Buffer.from("\x89PNG\r\n\x1a\n and the rest", "latin1");
  const { headers } = await enter({ ...complete, reference: "TT 0020" }, png);
  const path = String(headers.location);
  const file = `${path}/document`;
  const { text } = await open(path, cookies.amina);
  expect(text).toMatch(new RegExp(`<img[^>]* src="${file}"`));
  expect(wordsOf(text)).toContain("Download the picture");
  const document = await open(file, cookies.amina);
  expect(document.headers["content-type"]).toBe("image/png");
  expect(document.headers["content-disposition"]).toMatch(/^attachment; /);
  expect(document.headers["content-security-policy"]).toContain("default-src 'none'");
  expect((await site.get(file)).text).not.toContain("PNG");

  const { headers: ofPdf } = await enter({ ...complete, reference: "TT 0021" });
  expect((await open(String(ofPdf.location))).text).not.toMatch(/<img[^>]* src="[^"]*document"/);
});

test("a repeated reference is refused with a link to the first", async () => {
  const first = await enter({ ...complete, reference: "TT 0002" });
  const again = await enter({ ...complete, reference: " tt  0002 ", name: "Somebody Else" });
  expect(again.status).toBe(400);
  expect(again.text).toContain("A donation with this reference has already been added");
  expect(again.text).toContain(`href="${first.headers.location}"`);
  expect(again.text).toMatch(/value="Somebody Else"/);
});

test("missing or wrong values are reported at their field; input stays", async () => {
  const empty = await enter({}, null);
  expect(empty.status).toBe(400);
  for (const each of [
    "Choose a campaign",
    "Enter an amount, such as 50,000",
    "Choose a payment method",
    "Enter the date received",
    "Enter the reference from the statement or cash book",
    "Enter the donor’s name or choose Anonymous",
  ])
    expect(empty.text, each).toContain(each);
  const wrong = async (fields: Record<string, string>, file: Buffer | null = null) =>
    wordsOf((await enter({ ...complete, reference: "TT 0003", ...fields }, file)).text);
  expect(await wrong({ receivedOn: "1999-01-01" })).toContain("Date must be 2000 or later");
  expect(await wrong({ receivedOn: "2026-02-30" })).toContain("Enter a date, such as 2026-11-21");
  expect(await wrong({ receivedOn: "2099-01-01" })).toContain("Date must be today or in the past");
  expect(await wrong({ amount: "-5" })).toContain("Enter an amount");
  expect(await wrong({ email: "a@b.example, c@d.example" })).toContain(
    "Enter an email address in the right format",
  );
  expect(await wrong({ phone: "12" })).toContain("Enter a Tanzanian mobile number");
  expect(await wrong({}, Buffer.from("<script>alert(1)</script>"))).toContain(
    "Choose a PDF, PNG, JPEG or WebP file",
  );
  const several = await wrong({ receivedOn: "2099-01-01", name: "" }, Buffer.from("no document"));
  for (const each of [
    "Date must be today or in the past",
    "Enter the donor’s name",
    "Choose a PDF, PNG, JPEG or WebP file",
  ])
    expect(several, each).toContain(each);
  const large = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]);
  expect(await wrong({}, large)).toContain("File must be 5 MB or smaller");
  expect((await enter({ ...complete, reference: "TT 0003", name: "x".repeat(5_000) }, null)).status).toBe(
    400,
  );
});

test("an amount with two meanings is asked about, and the answer adds the donation", async () => {
  const typed = { ...complete, reference: "TT 0099", amount: "1.250.000" };
  const asked = await enter(typed, null);
  expect([asked.status, asked.text.includes("Did you mean TSh\u00a01,250,000?")]).toEqual([400, true]);
  expect(asked.text).toContain(">Yes, TSh\u00a01,250,000</button>");
  const added = await enter({ ...typed, "meant-amount": "1,250,000" }, null);
  expect(added.status).toBe(303);
  expect((await open(added.headers.location ?? "")).text).toContain("1,250,000");
});

test.each([
  ["10,5", "10,500"],
  ["10.5", "10,500"],
  ["10000,5", "10,000"],
  ["1,5,0", "150"],
])("%s is asked about as in the donation form", async (amount, meant) => {
  const asked = await enter({ ...complete, reference: "TT 0098", amount }, null);
  expect([asked.status, asked.text.includes(`Did you mean TSh\u00a0${meant}?`)]).toEqual([400, true]);
});

test("an anonymous donor leaves no name and no number", async () => {
  const { headers } = await enter(
    { ...complete, reference: "TT 0004", anonymous: "on", method: "cash" },
    null,
  );
  const kept = await db
    .selectFrom("offline_donations")
    .select(["donor", "phone"])
    .where("id", "=", BigInt(String(headers.location).replace(/\D/g, "")))
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({ donor: { kind: "anonymous" }, phone: null });
});

test("an empty list says what it holds and links to the others", async () => {
  const { text } = await searchList(
    site,
    "/admin/offline-donations",
    { q: "not in any donation" },
    cookies.sara,
  );
  expectText(text, "This list shows only donations entered by staff");
  expectText(text, 'href="/admin/donations?provider=offline"');
});

test("the list has the count of what passes the filter, and the sum of what is confirmed", async () => {
  const { count, sum } = await db
    .selectFrom("offline_donations")
    .select(({ fn }) => [fn.countAll<bigint>().as("count"), fn.sum<string>("amount").as("sum")])
    .where("status", "=", "confirmed")
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBeGreaterThan(0);
  const { text } = await open("/admin/offline-donations?status=confirmed");
  const line = text.slice(text.indexOf("list-total")).replaceAll(/<[^>]*>/g, "");
  expect(line).toContain(`${count === 1n ? "1 donation" : `${count} donations`}, ${count} confirmed`);
  expect(line).toContain(formatMoney(tzs(BigInt(sum ?? 0)), "en"));
  const entered = (await open("/admin/offline-donations?status=entered")).text;
  expect(entered.slice(entered.indexOf("list-total")).replaceAll(/<[^>]*>/g, "")).toMatch(
    /^[^<]*\d donations?, none confirmed/,
  );
});

test("a donation withdrawn with a reason never counts", async () => {
  const path = String((await enter({ ...complete, reference: "TT 0005" })).headers.location);
  expect((await decide(path, { intent: "withdraw", reason: " " }, cookies.sara)).text).toContain(
    "Enter a reason",
  );
  expect((await decide(path, { intent: "withdraw", reason: "Not ours" }, cookies.sara)).status).toBe(303);
  expect(wordsOf((await open(path)).text)).toContain("Not ours");
  expect((await decide(path, { intent: "confirm" }, cookies.amina)).status).toBe(409);
});

test("a person who cannot confirm reads why instead of the form", async () => {
  const path = String((await enter({ ...complete, reference: "TT 0007" })).headers.location);
  const notice = async (cookie: string) => {
    const { text } = await open(path, cookie);
    return { form: text.includes('value="confirm"'), words: wordsOf(text) };
  };
  expect((await notice(cookies.amina)).form).toBe(true);
  const own = await notice(cookies.sara);
  expect(own.form).toBe(false);
  expect(own.words).toContain("You cannot confirm this, because you added it. Someone else on staff can");
  const newcomer = await makePerson(site.databaseUrl, "newcomer", "staff");
  for (const banned of [true, false])
    await db.updateTable("users").set({ banned }).where("id", "=", newcomer.id).execute();
  const fresh = await notice(await signIn(site, "newcomer"));
  expect(fresh.form).toBe(false);
  expect(fresh.words).toMatch(
    /You cannot confirm this until \d+ \w+ \d{4}, \d\d:\d\d, because you are new on the staff\. Someone else on staff can confirm it now\./,
  );
  expect(fresh.words).toContain("Withdraw donation");
});

test("the list says how many donations need confirmation, and leads to them", async () => {
  const { count } = await db
    .selectFrom("offline_donations")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("status", "=", "entered")
    .executeTakeFirstOrThrow();
  const { text } = await open("/admin/offline-donations");
  expect(text.replaceAll("<!-- -->", "")).toMatch(
    new RegExp(`href="/admin/offline-donations\\?status=entered"[^>]*>${count} need confirmation<`),
  );
  expectNoText((await open("/admin/offline-donations?status=entered")).text, "need confirmation");
});

test("only staff see offline donations and their documents", async () => {
  const path = String((await enter({ ...complete, reference: "TT 0006" })).headers.location);
  for (const each of ["/admin/offline-donations", "/admin/offline-donations/new", path, `${path}/document`]) {
    expect((await open(each, cookies.omari)).status, each).toBe(403);
    expect((await site.get(each)).status, each).toBe(303);
    expect((await open(`${each}.data`, cookies.omari)).text, each).not.toMatch(/Hamisi|%PDF/);
  }
  expect((await enter({ ...complete, reference: "TT 0007" }, pdf, cookies.omari)).status).toBe(403);
  expect((await decide(path, { intent: "confirm" }, cookies.omari)).status).toBe(403);
  for (const id of ["0", "x", "999999"]) {
    expect((await open(`/admin/offline-donations/${id}`)).status).toBe(404);
    expect((await open(`/admin/offline-donations/${id}/document`)).status).toBe(404);
  }
  for (const query of ["status=%00", "after=x&before=9"])
    expect((await open(`/admin/offline-donations?${query}`)).status, query).toBe(200);
  for (const q of ["\0", "%\\_", "a".repeat(3_000)])
    expect((await searchList(site, "/admin/offline-donations", { q }, cookies.sara)).status, q).toBe(200);
});

test("a bank slip with malware is refused, and what was typed stays", async () => {
  const before = await db.selectFrom("offline_donations").select("id").execute();
  const refused = await enter({ ...complete, reference: "TT MALWARE" }, Buffer.concat([pdf, sampleMalware]));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("The scanner found malware in this file, so nothing was added");
  expect(refused.text).toContain('value="TT MALWARE"');
  expect(await db.selectFrom("offline_donations").select("id").execute()).toEqual(before);
});

test("a person who cannot confirm reads if others can", async () => {
  const path = String(
    (await enter({ ...complete, reference: "TT 0008" }, pdf, cookies.amina)).headers.location,
  );
  const cookie = await signIn(site, "newcomer");
  const words = async () => wordsOf((await open(path, cookie)).text);
  expect(await words()).toContain("Someone else on staff can confirm it now.");
  await db.updateTable("users").set({ banned: true }).where("username", "=", "sara").execute();
  expect(await words()).toContain("No other person on staff can confirm it.");
});
