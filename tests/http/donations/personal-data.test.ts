import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readCollectors } from "#database/system/overview.ts";
import { forgetExpired } from "#operations/system/delete-expired-data.ts";
import { openDocuments } from "#storage/documents.ts";
import { openFolders } from "#storage/open-stores.ts";
import { filesWith, tablesWith } from "#tests/support/database/find-text.ts";
import { donor, wordsOf } from "#tests/support/donations/donor.ts";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { form as donationForm, named } from "#tests/support/donations/form-fields.ts";
import { expectSoundLedger } from "#tests/support/donations/begin.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { makePerson, password, postForm, sessionCookie } from "#tests/support/accounts/people.ts";
import { testSite, type Answer } from "#tests/support/server/site.ts";

// Plants recognisable data through the site, as donors and staff do. Then moves the clock.

const dataDir = mkdtempSync(join(tmpdir(), "amana-canaries-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const site = await testSite({ environment: { DATA_DIR: dataDir } });
const { db } = site;
const on = withGateways(site);
afterAll(on.close);
const box = await mailbox(site);
const documents = openDocuments(openFolders(dataDir).documents, null);

const day = 86_400_000;
const year = 365.25 * day;
const after = (time: number) => forgetExpired(db, { now: new Date(Date.now() + time), documents });

const inFile = "canaryfile";
const cookies = { sara: "", amina: "", bakari: "" };

beforeAll(async () => {
  await makePerson(site.databaseUrl, "sara", "staff");
  await makePerson(site.databaseUrl, "amina", "admin");
  await makePerson(site.databaseUrl, "bakari", "admin");
  // A typing mistake: the password is in the name field.
  await postForm(site, "/auth", { username: "canarytyped", password: "canarypassword" });
});

// Sign in again each time: moving the clock ends the sessions too.
beforeEach(async () => {
  for (const name of ["sara", "amina", "bakari"] as const) {
    const headers = { "User-Agent": "canarybrowser" };
    const answer = await postForm(site, "/auth", { username: name, password }, headers);
    cookies[name] = sessionCookie(answer)?.split(";", 1).join() ?? "";
  }
});

async function giveByMobile(mark: string, phone: string, decision: string) {
  const answer = await on.byMobile(
    {
      ...{ name: `Asha ${mark}`, email: `${mark}@example.org`, phoneNumber: phone },
      ...{ message: `For my aunt ${mark}`, isAlumni: true, graduationYear: "2011" },
    },
    { "Idempotency-Key": `key-${mark}` },
  );
  const orderId = jsonOf(answer).externalId ?? "";
  await on.decide(orderId, decision);
  await on.waitForStatus(orderId, decision === "approve" ? "completed" : "failed");
  return orderId;
}

async function enterOffline(mark: string, phone: string, reference: string): Promise<string> {
  const fields = {
    ...{ campaign: "zakat", amount: "50,000", method: "bank", receivedOn: "2026-01-18", reference },
    ...{ name: `Hamisi ${mark}`, email: `${mark}@example.org`, phone, message: `Peace ${mark}` },
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--seam\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--seam\r\nContent-Disposition: form-data; name="document"; filename="slip.pdf"\r\n\r\n%PDF-1.7 ${inFile} ${mark}\r\n--seam--\r\n`;
  const answer = await site.ask("/admin/offline-donations/new", {
    method: "POST",
    headers: { Origin: site.url, Cookie: cookies.sara, "Content-Type": "multipart/form-data; boundary=seam" },
    body: parts.join("") + file,
  });
  expect(answer.status).toBe(303);
  return String(answer.headers.location);
}

const confirm = (path: string) => postForm(site, path, { intent: "confirm" }, { Cookie: cookies.amina });

async function pageOf(orderId: string): Promise<string> {
  const { id } = await db
    .selectFrom("donations")
    .select("id")
    .where("external_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return `/admin/donations/${id}`;
}

/**
 * The sandbox's own record represents the providers' records, whose retention is theirs. It exists only in test mode.
 */
const ownFilesWith = async (mark: string) =>
  (await filesWith(dataDir, mark)).filter((name) => !name.startsWith("sandbox"));

async function pagesWith(paths: string[], mark: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const { status, text } = await site.get(path, { Cookie: cookies.amina });
    expect([path, status]).toEqual([path, 200]);
    if (text.includes(mark)) found.push(path);
  }
  return found;
}

const logged = (mark: string) => JSON.stringify(site.logs).includes(mark);

test("planted data is found until its deadline and not after", async () => {
  const paid = await giveByMobile("canarypaid", "0712 555 001", "approve");
  const failed = await giveByMobile("canaryfailed", "0712 555 002", "decline");
  const draft = { ...named(), name: "Asha canarydraft", email: "canarydraft@example.org" };
  await donor(site).post(donationForm, draft);
  await postForm(site, `/donations/${paid}`, { email: "canarypaid@example.org" });
  const offline = await enterOffline("canaryoffline", "0712 555 003", "TT 900");
  expect((await confirm(offline)).status).toBe(303);
  const paidPage = await pageOf(paid);
  const note = await postForm(
    site,
    paidPage,
    { intent: "note", note: "She is canarynote" },
    { Cookie: cookies.sara },
  );
  expect(note.status).toBe(303);
  await on.post("/api/callbacks/selcom", {
    order_id: "stranger",
    reference: "canarystray",
    phone: "255712555009",
  });
  expect((await box.empty()).map(({ to }) => to)).toContain("canarypaid@example.org");

  const pages = [
    paidPage,
    await pageOf(failed),
    offline,
    "/admin/donations",
    "/admin/mail",
    "/admin/offline-donations",
  ];
  const marks = ["canarypaid", "canaryfailed", "canaryoffline", "canarynote"];
  const phones = ["255712555001", "255712555002", "255712555003"];

  expect(await tablesWith(db, "canarypaid")).toEqual(expect.arrayContaining(["donations", "outbox"]));
  expect(await tablesWith(db, "255712555001")).toEqual(["payments", "provider_messages"]);
  expect(await tablesWith(db, "canaryfailed")).toContain("donations");
  expect(await tablesWith(db, "canarydraft")).toEqual(["donation_drafts"]);
  expect(await tablesWith(db, "canarybrowser")).toEqual(["sessions"]);
  expect(await filesWith(dataDir, inFile)).toHaveLength(1);
  for (const mark of marks) expect([mark, (await pagesWith(pages, mark)).length > 0]).toEqual([mark, true]);
  for (const mark of ["canarytyped", "canarypassword"]) expect(await tablesWith(db, mark)).toEqual([]);

  await after(30 * day - 3_600_000);
  expect(await tablesWith(db, "canarydraft")).toEqual([]);
  for (const mark of ["canarypaid", "canaryfailed", "canaryoffline"])
    expect(await tablesWith(db, mark), mark).toContain("donations");

  await after(30 * day + 3_600_000);
  expect(await tablesWith(db, "canaryfailed")).toEqual([]);
  expect(await tablesWith(db, "canarypaid")).toEqual(["donations"]);
  expect(await tablesWith(db, "255712555001")).toEqual(["payments", "provider_messages"]);

  await after(90 * day + 3_600_000);
  for (const phone of phones) expect(await tablesWith(db, phone), phone).toEqual([]);
  expect(await tablesWith(db, "canarybrowser")).toEqual([]);

  await after(13 * 31 * day);
  for (const phone of [...phones, "255712555009", "canarystray"])
    expect(await tablesWith(db, phone), phone).toEqual([]);
  expect(await tablesWith(db, "canarypaid")).toEqual(["donations"]);
  expect(await filesWith(dataDir, inFile)).toHaveLength(1);

  await after(7 * year + 2 * day);
  expect((await site.get("/admin/donations", { Cookie: cookies.amina })).status).toBe(303);
  const again = await postForm(site, "/auth", { username: "amina", password });
  cookies.amina = sessionCookie(again)?.split(";", 1).join() ?? "";
  for (const mark of [...marks, ...phones, "canary"]) {
    expect(await tablesWith(db, mark), mark).toEqual([]);
    expect(await ownFilesWith(mark), mark).toEqual([]);
    expect(await pagesWith(pages, mark), mark).toEqual([]);
    expect(logged(mark), mark).toBe(false);
  }
  expect(wordsOf((await site.get(paidPage, { Cookie: cookies.amina })).text)).toContain("Completed");
  await expectSoundLedger(db);
});

const readPaymentStatus = (path: string, fields: Record<string, string>, cookie = cookies.amina) =>
  postForm(site, path, fields, { Cookie: cookie });

test("an admin exports and erases one donor's data, and the ledger stays", async () => {
  const mark = "canaryerased";
  const orderId = await giveByMobile(mark, "0712 555 011", "approve");
  const offline = await enterOffline(mark, "0712 555 012", "TT 901");
  const page = "/admin/donor-data";
  const who = `${mark}@example.org`;
  const before = await db.selectFrom("public_totals").selectAll().execute();

  const found = wordsOf((await readPaymentStatus(page, { intent: "find", who })).text);
  for (const words of [orderId, `Hamisi ${mark}`, "Completed"]) expect(found).toContain(words);
  expect(found).toContain("Needs confirmation\nStill open, so it cannot be erased");

  const reason = "Asked by letter";
  const noPassword = await readPaymentStatus(`${page}/export.json`, { who, reason, password: "wrong" });
  expect([noPassword.status, noPassword.headers.location]).toEqual([303, page]);
  const exported = await readPaymentStatus(`${page}/export.json`, { who, reason, password });
  expect(exported.headers["content-disposition"]).toMatch(/^attachment; filename="donor-data-/);
  for (const words of [`Asha ${mark}`, who, "255712555011", `Peace ${mark}`, orderId, '"provider_messages"'])
    expect(exported.text).toContain(words);
  expect(exported.text).toContain(Buffer.from(`%PDF-1.7 ${inFile} ${mark}`).toString("base64").slice(0, 30));
  expect(exported.text).not.toContain("receipt_key");

  const refused = await readPaymentStatus(page, {
    intent: "erase",
    who,
    reason,
    sure: "yes",
    password: "wrong",
  });
  expect([refused.status, refused.text.includes("Enter your current password")]).toEqual([403, true]);
  const empty = await readPaymentStatus(page, { intent: "erase", who });
  expect(empty.status).toBe(400);
  expect(empty.text, "our own summary").toMatch(
    /<form[^>]*noValidate=""[^>]*>(?:(?!<\/form>).)*value="erase"/s,
  );
  for (const [field, message] of [
    ["reason", "Enter a reason"],
    ["erase-password", "Enter your current password"],
    ["sure", "Tick the box"],
  ])
    expect(empty.text).toMatch(new RegExp(`<a href="#${field}"[^>]*>${message}`));
  const noReason = await readPaymentStatus(page, { intent: "erase", who, reason: "", sure: "yes", password });
  expect([noReason.status, noReason.text.includes("Enter a reason")]).toEqual([400, true]);
  const notSure = await readPaymentStatus(page, { intent: "erase", who, reason, password });
  expect([notSure.status, wordsOf(notSure.text).includes("Tick the box.")]).toEqual([400, true]);
  expect(notSure.text).toContain("Erase the personal data of 1 donation<");
  expect(await tablesWith(db, mark)).toContain("donations");

  // The offline donation is not confirmed yet, so the data for it stays.
  expect(
    (await readPaymentStatus(page, { intent: "erase", who, reason, sure: "yes", password })).status,
  ).toBe(303);
  expect(await tablesWith(db, mark)).toEqual(["offline_donations"]);
  expect(await tablesWith(db, "255712555011")).toEqual([]);
  const stillOpen = await readPaymentStatus(page, { intent: "erase", who, reason, sure: "yes", password });
  expect([stillOpen.status, stillOpen.text.includes("First settle or decide every open record")]).toEqual([
    409,
    true,
  ]);

  expect((await confirm(offline)).status).toBe(303);
  expect(
    (await readPaymentStatus(page, { intent: "erase", who, reason, sure: "yes", password })).status,
  ).toBe(303);
  expect(await tablesWith(db, mark)).toEqual([]);
  expect(await tablesWith(db, "255712555012")).toEqual([]);
  expect(await ownFilesWith(mark)).toEqual([]);
  expect(logged(mark)).toBe(false);

  const totals = await db.selectFrom("public_totals").selectAll().execute();
  expect(totals.map(({ raised }) => raised)).toEqual(
    before.map(({ raised, currency }) => raised + (currency === "TZS" ? 50_000n : 0n)),
  );
  expect(await on.readDonationState(orderId)).toMatchObject({
    donation: "completed",
    journals: ["donation"],
  });
  const audit = await db
    .selectFrom("audit_log")
    .select(["action", "subject", "reason", "after"])
    .where("subject", "=", `donation:${orderId}`)
    .orderBy("id")
    .execute();
  expect(audit).toEqual([
    {
      action: "export-donor",
      subject: `donation:${orderId}`,
      reason,
      after: { foundBy: "email", records: 2 },
    },
    {
      action: "erase-donor",
      subject: `donation:${orderId}`,
      reason,
      after: { foundBy: "email", records: 1 },
    },
  ]);
  await expectSoundLedger(db);
});

test("an erased donation still says why its payment failed, and no provider is blamed for it", async () => {
  const orderId = await giveByMobile("canarydeclined", "0712 555 041", "decline");
  const page = await pageOf(orderId);
  const read = async () => wordsOf((await site.get(page, { Cookie: cookies.amina })).text);
  const declined = "Cancelled or declined by the donor. The donor was not charged.";
  expect(await read()).toContain(declined);
  const before = await readCollectors(db);

  const fields = { intent: "erase", who: orderId, reason: "Asked by phone", sure: "yes", password };
  const erased = await readPaymentStatus("/admin/donor-data", fields);
  expect(erased.headers.location).toBe("/admin/donor-data?erased");
  expect(await tablesWith(db, "canarydeclined")).toEqual([]);
  const words = await read();
  expect(words).toContain(declined);
  expect(words).toContain("from an erased donor");
  expect(words).toContain("Personal data erased");
  expect(words).not.toContain("erase-donor");
  expect(await readCollectors(db)).toEqual(before);

  const done = wordsOf((await site.get("/admin/donor-data?erased", { Cookie: cookies.amina })).text);
  expect(done).toMatch(/Personal data of 1 donation was erased on\n\d+ \w+ \d{4}, \d\d:\d\d\n/);
  expect(done).toContain("references stay in the accounts");
  const other = wordsOf((await site.get("/admin/donor-data?erased", { Cookie: cookies.bakari })).text);
  expect(other).not.toContain("Personal data of 1 donation was erased");
});

test.each(["email", "reference"])(
  "two admins erase one donor, found by %s, at the same time: the second reads that it was done",
  async (by) => {
    const mark = `canarytwice${by}`;
    const orderId = await giveByMobile(mark, by === "email" ? "0712 555 031" : "0712 555 032", "approve");
    const who = by === "email" ? `${mark}@example.org` : orderId;
    const page = "/admin/donor-data";
    const found = await readPaymentStatus(page, { intent: "find", who }, cookies.amina);
    expect(found.text).toContain(`name="seen" value="donation:${orderId}"`);
    const seen = `donation:${orderId}`;
    const fields = { intent: "erase", who, seen, reason: "Asked by phone", sure: "yes", password };
    const answers = await Promise.all(
      [cookies.amina, cookies.bakari].map((cookie) => readPaymentStatus(page, fields, cookie)),
    );
    const notices = answers.map(noticeOf).toSorted((one, other) => one.title.localeCompare(other.title));
    expect(notices.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Erased from 1 record/),
      "This donor’s data was erased already",
    ]);
    expect(notices[1]?.text).toMatch(/^By (?:amina|bakari) on .+\. Nothing was left to erase\.$/);
    expect(await tablesWith(db, mark)).toEqual([]);
    const { count } = await db
      .selectFrom("audit_log")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("action", "=", "erase-donor")
      .where("subject", "=", `donation:${orderId}`)
      .executeTakeFirstOrThrow();
    expect(count, "one entry").toBe(1n);
  },
);

function noticeOf({ headers }: Answer): { title: string; text?: string } {
  const value = headers["set-cookie"]?.map((each) => /^amana_notice=([\w-]+)/.exec(each)?.[1]).find(Boolean);
  return value ? JSON.parse(Buffer.from(value, "base64url").toString()) : { title: "" };
}

test("an order ID finds one donation and a phone finds its donor", async () => {
  const orderId = await giveByMobile("canaryone", "0712 555 021", "decline");
  for (const who of [orderId, "0712 555 021", "+255712555021"]) {
    const found = await readPaymentStatus("/admin/donor-data", { intent: "find", who });
    expect([who, wordsOf(found.text).includes(`Asha canaryone`)]).toEqual([who, true]);
  }
  const unknown = await readPaymentStatus("/admin/donor-data", { intent: "find", who: "0712 555 099" });
  expect(wordsOf(unknown.text)).toContain("No data found");
  const unreadable = await readPaymentStatus("/admin/donor-data", { intent: "find", who: "asha" });
  expect([
    unreadable.status,
    unreadable.text.includes("Enter an email address, phone number or reference"),
  ]).toEqual([400, true]);
});

test("staff who are not admins can neither export nor erase", async () => {
  for (const [path, fields] of [
    ["/admin/donor-data", { intent: "find", who: "0712 555 021" }],
    ["/admin/donor-data/export.json", { who: "0712 555 021", reason: "x", password }],
  ] as const)
    expect((await readPaymentStatus(path, fields, cookies.sara)).status).toBe(403);
});
