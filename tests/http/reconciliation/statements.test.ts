import { beforeAll, expect, test } from "vitest";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import type { ListedPayment } from "#domain/reconciliation/statement.ts";
import { takeStatement } from "#operations/reconciliation/store-statement.ts";
import {
  reportedDonation,
  reportOf,
  scriptedProvider,
  settleReported,
  readDonationState,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { wordsOf } from "#tests/support/donations/donor.ts";
import { testSite } from "#tests/support/server/site.ts";
import { expectText, expectNoText } from "#tests/support/content/expect-text.ts";

const site = await testSite();
const { db } = site;
const provider = scriptedProvider();
const selcom = scriptedProvider("selcom");
const path = "/admin/reconciliation";
let juma = "";
let organizer = "";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "juma", "staff");
  await makePerson(site.databaseUrl, "asha");
  await makePerson(site.databaseUrl, "organizer", "organizer");
  juma = await signIn(site, "juma");
  organizer = await signIn(site, "organizer");
});

const donation = (paid: boolean) =>
  (paid ? reportedDonation : startedDonation)(db, provider, "conference-center");

const get = (query = "", cookie = juma) => site.get(`${path}${query}`, { Cookie: cookie });

function upload(file: string | null, fields: Record<string, string> = {}, cookie = juma) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  if (file !== null)
    parts.push(
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a <b>.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n`,
    );
  return site.ask(path, {
    method: "POST",
    body: `${parts.join("")}--x--\r\n`,
    headers: { Origin: site.url, Cookie: cookie, "Content-Type": "multipart/form-data; boundary=x" },
  });
}

async function preview(file: string): Promise<string> {
  const { status, headers } = await upload(file);
  expect(status).toBe(303);
  return String(headers.location);
}

const press = (at: string, intent: string, fields: Record<string, string> = {}) =>
  postForm(site, at, { intent, ...fields }, { Cookie: juma });

const see = async (at: string) =>
  (await site.get(at, { Cookie: juma })).text.replaceAll("<!-- -->", "").replaceAll("\u00a0", " ");

const fact = (text: string, name: string) =>
  new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`, "s").exec(text)?.[1]?.replaceAll(/<[^>]*>/g, "");

async function bring(file: string): Promise<string> {
  const at = await preview(file);
  expect((await press(at, "import")).status).toBe(303);
  return at;
}

const head = "Transaction ID,External Id,Amount,Status,Date\n";
const today = dayOf(new Date());

test("only staff see the page or upload a file", async () => {
  expect((await site.get(path)).status).toBe(303);
  expect((await get("", organizer)).status).toBe(403);
  expect((await upload(head, {}, organizer)).status).toBe(403);
  expect((await postForm(site, `${path}/imports/1`, { intent: "undo" }, { Cookie: organizer })).status).toBe(
    403,
  );
});

test("without a statement, the page says what to do", async () => {
  const { text } = await get();
  expect(text).toContain("No statement was imported yet");
  expect(text).not.toContain("Nothing to resolve");
});

test("a status word is cut before half of a character", async () => {
  const at = await preview(`${head}T-CUT,nobody-s,10,${"x".repeat(59)}😀,${today} 12:00`);
  expect(fact(await see(at), "Unknown status")).toBe("1");
  expect((await press(at, "import")).status).toBe(303);
  expect((await press(at, "undo")).status).toBe(303);
});

test("the preview names the donation, and the open case about another amount", async () => {
  const given = await donation(false);
  const payment = await db
    .updateTable("payments")
    .set({ phone: "255754777888" })
    .where("reference", "=", given.reference)
    .returning("id")
    .executeTakeFirstOrThrow();
  const opened = await db
    .insertInto("cases")
    .values({ kind: "mismatch", payment_id: payment.id, details: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const row = `${given.provider_reference},${given.reference},50000,success,${today} 12:00`;
  const at = await preview(head + row);
  const text = await see(at);
  expect(text).toMatch(
    new RegExp(`Other amount, <a href="/admin/cases/${opened.id}"[^>]*>case ${opened.id}</a>`),
  );
  expect(text).not.toContain("we check with the provider");
  expect(wordsOf(text)).toContain("+255 754 777 888, Conference center");
  await press(at, "discard");
  await db.deleteFrom("cases").where("id", "=", opened.id).execute();
});

test("a file is previewed, counts once imported, and is stored once", async () => {
  const [paid, missing] = [await donation(true), await donation(false)];
  const rows = [
    `${paid.provider_reference},${paid.reference},10000,success,${today} 12:00`,
    `${missing.provider_reference},${missing.reference},10000,success,${today} 12:00`,
    `T-STRANGER,nobody-s,7777,success,${today} 12:00`,
    `T-ODD,,10,settling,${today} 12:00`,
    "Total,,,,",
    `T-STRANGER,nobody-s,7777,success,${today} 12:00`,
  ];
  const file = head + rows.join("\n");
  const at = await preview(file);
  for (const text of [await see(at), await see(at)]) {
    expect(
      ["Rows read", "Matched", "Unmatched", "Unknown status", "New", "Unreadable", "Repeated", "Paid"].map(
        (name) => fact(text, name),
      ),
    ).toEqual(["6", "1", "2", "1", "4", "1", "1", "3, TSh 27,777"]);
    for (const expected of [
      "Nothing changes until",
      "Line 6: the status is missing",
      "Not recognised: opens a case",
      "Import 4 payments",
    ])
      expect(text).toContain(expected);
  }
  expect((await get("?state=all")).text).not.toContain("T-STRANGER");
  expect((await upload(file)).headers.location).toBe(at);

  expect((await press(at, "import")).status).toBe(303);
  const audit = await site.get("/admin/audit", { Cookie: await signIn(site, "asha") });
  expect(audit.text, "a link with the name of the file").toContain(
    `<a href="${at}" data-discover="true">statement “a &lt;b&gt;.csv”</a>`,
  );
  expect((await press(at, "import")).status).toBe(409);
  expect((await press(at, "discard")).status).toBe(409);
  const again = await upload(file);
  expect([again.status, again.headers.location]).toEqual([303, at]);
  const notice = again.headers["set-cookie"]
    ?.find((each) => each.startsWith("amana_notice="))
    ?.split(";", 1)[0];
  expect(Buffer.from(notice?.split("=")[1] ?? "", "base64url").toString()).toContain("uploaded before");

  const open = await get();
  expect(open.text).toContain("a &lt;b&gt;.csv");
  expect(open.text).toContain(String(missing.provider_reference));
  expect(open.text).toContain("T-STRANGER");
  expect(open.text).not.toContain(`>${paid.provider_reference}<`);
  expect((await get("?state=matched")).text).toContain(String(paid.provider_reference));
  const caseAddress = /\/admin\/cases\/\d+/.exec(open.text)?.[0] ?? "";
  expect((await site.get(caseAddress, { Cookie: juma })).text).toContain("Unrecognised payment on statement");
  const unclear = await get("?state=unclear");
  const statusCase = /\/admin\/cases\/\d+/.exec(unclear.text)?.[0] ?? "";
  expect(await see(statusCase)).toContain("settling");
  expect(await readDonationState(db, missing.externalId)).toMatchObject({
    donation: "pending",
    journals: [],
  });
});

test("an import leads to its own lines, also to those that an earlier one had", async () => {
  const line = (key: string) => `${key},other-till,500,success,2026-11-17 12:00`;
  const first = await bring(head + [line("T-FIRST"), line("T-BOTH")].join("\n"));
  const second = await bring(head + [line("T-BOTH"), line("T-SECOND")].join("\n"));
  const linesOf = async (at: string) => {
    const to = /href="([^"]*)"[^>]*>View the lines/.exec(await see(at))?.[1]?.replaceAll("&amp;", "&") ?? "";
    const text = await see(to.replace(/#.*/, ""));
    return ["T-FIRST", "T-BOTH", "T-SECOND", "T-STRANGER"].filter((key) => text.includes(key));
  };
  expect(await linesOf(first)).toEqual(["T-FIRST", "T-BOTH"]);
  expect(await linesOf(second)).toEqual(["T-BOTH", "T-SECOND"]);
  expect((await get("?state=all&provider=selcom&statement=1")).text).not.toContain("All statements");
  for (const unknown of ["abc", "0", "999999"])
    expect((await get(`?state=all&provider=azampay&statement=${unknown}`)).text, unknown).toContain(
      "This statement no longer exists",
    );
});

test("an import can be undone until its case is closed", async () => {
  const file = `${head}T-UNDO,other-till,500,success,2026-11-18 12:00`;
  const at = await bring(file);
  expect(await see(`${at}?ask=undo`)).toContain("Undo this import?");
  expect((await press(at, "undo")).status).toBe(303);
  expect(await see(at)).toContain("Undone");
  expect((await get("?state=all")).text).not.toContain("T-UNDO");
  expect((await press(at, "undo")).status).toBe(409);

  const second = await bring(file);
  expect(second).not.toBe(at);
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("subject", "=", "azampay:T-UNDO")
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  await postForm(site, `/admin/cases/${id}`, { decision: "not-ours", reason: "x" }, { Cookie: juma });
  expect(await see(second)).toContain("a person has already acted");
  expect((await press(second, "undo")).status).toBe(409);
});

test("a preview can be discarded, and asks which date comes first", async () => {
  const file = `${head}T-DATE,other-till,500,success,03/04/2026 12:00`;
  const discarded = await preview(file);
  expect((await press(discarded, "discard")).status).toBe(303);
  expect((await site.get(discarded, { Cookie: juma })).status).toBe(404);

  const at = await preview(file);
  const text = await see(at);
  for (const expected of ["Which day does 03/04/2026 mean", "3 April 2026", "4 March 2026"])
    expect(text).toContain(expected);
  expect((await press(at, "import")).status).toBe(400);
  expect((await press(at, "import", { order: "month-first" })).status).toBe(303);
  const { day } = await db
    .selectFrom("statement_lines")
    .select("day")
    .where("key", "=", "T-DATE")
    .executeTakeFirstOrThrow();
  expect(day).toBe("2026-03-04");
});

test("unrecognised money is shown as listed and closed with a decision", async () => {
  const row = "T-OTHER,other-till-9,77000,success,2026-11-19 12:00";
  await bring(head + row);
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("subject", "=", "azampay:T-OTHER")
    .executeTakeFirstOrThrow();
  const at = `/admin/cases/${id}`;
  const { text } = await site.get(at, { Cookie: juma });
  for (const words of [
    "TSh\u00a077,000",
    "T-OTHER",
    "other-till-9",
    "19 November 2026",
    "a &lt;b&gt;.csv, line 2",
  ])
    expectText(text.replaceAll("<!-- -->", ""), words);
  expectText(text, "/admin/reconciliation?provider=azampay&amp;state=all&amp;day=2026-11-19");
  expectText(text.replaceAll("<!-- -->", ""), "Close: not our payment");
  for (const words of ["offline donation", "no action needed"]) expectNoText(text, words);
  expect(text.indexOf('id="statement-lines"'), "the facts come first").toBeLessThan(
    text.indexOf('id="decide"'),
  );
  const mainButtons = (page: string) =>
    [...page.matchAll(/<button [^>]*class="button"[^>]*value="([^"]*)"/g)].map(([, value]) => value);
  expect(mainButtons(text), "money with another system’s reference").toEqual(["not-ours"]);
  expect(text, "folded").toMatch(/<details class="decision-group"><summary>A restore lost this donation/);

  const decide = (decision: string) =>
    postForm(site, at, { decision, reason: "till of the canteen" }, { Cookie: juma });
  expect((await decide("dismiss")).status).toBe(409);
  expect((await decide("booked-offline")).status).toBe(400);
  const instruction = '<p class="staff-lead">The provider’s statement has a payment';
  expectText((await site.get(at, { Cookie: juma })).text, instruction);
  expect((await decide("not-ours")).status).toBe(303);
  const closed = (await site.get(at, { Cookie: juma })).text;
  expectText(closed, "Not our payment");
  expectNoText(closed, instruction);
});

test("money with a reference of this site’s form is first offered as a lost donation", async () => {
  await bring(`${head}T-LOST,0123456789abcdefghjkmnpqrs,77000,success,2026-11-19 12:00`);
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("subject", "=", "azampay:T-LOST")
    .executeTakeFirstOrThrow();
  const { text } = await site.get(`/admin/cases/${id}`, { Cookie: juma });
  const main = [...text.matchAll(/<button [^>]*class="button"[^>]*value="([^"]*)"/g)];
  expect(main.map(([, value]) => value)).toEqual(["add"]);
  expect(text).toContain("<legend>A restore lost this donation");
  const refused = await postForm(
    site,
    `/admin/cases/${id}`,
    { decision: "add", reason: "lost in the restore", campaign: "none" },
    { Cookie: juma },
  );
  expect(refused.status).toBe(409);
  expect(refused.text, "the error is at the campaign").toContain('id="campaign-error"');
  await postForm(
    site,
    `/admin/cases/${id}`,
    { decision: "not-ours", reason: "another site" },
    { Cookie: juma },
  );
});

test("a case shows ledger and statement values and offers a status check", async () => {
  const [less, back] = [await donation(true), await donation(true)];
  const rows = [
    `${less.provider_reference},${less.reference},9000,success,${today} 12:00`,
    `${back.provider_reference},${back.reference},10000,reversed,${today} 12:00`,
  ];
  await bring(head + rows.join("\n"));
  for (const [of, expected] of [
    [less, "The donation is recorded as TSh 10,000; the statement says TSh 9,000."],
    [back, "The donation is recorded as TSh 10,000; the statement says that it was reversed."],
  ] as const) {
    const { id } = await db
      .selectFrom("cases")
      .select("id")
      .where("payment_id", "=", of.id)
      .executeTakeFirstOrThrow();
    const { text } = await site.get(`/admin/cases/${id}`, { Cookie: juma });
    expect(text.replaceAll("\u00a0", " ")).toContain(expected);
    expect(text).toContain("Check with the provider now");
    expect(text).not.toContain("Nothing was recorded in the ledger");
  }
});

test("a case names its line of the statement, and offers the line for the decision", async () => {
  const doubtful = await reportedDonation(db, provider, "conference-center", { amount: 9_999n });
  await bring(`${head}TX-77,${doubtful.reference},9999,success,${today} 12:00`);
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", doubtful.id)
    .executeTakeFirstOrThrow();
  const { text } = await site.get(`/admin/cases/${id}`, { Cookie: juma });
  expect(text).toMatch(/<input(?=[^>]*id="statement")[^>]*value="a &lt;b&gt;\.csv, line \d+"/);
  expectText(text, "After approval, this amount is recorded.");
});

const readDays = async (query = "") => {
  const rows = [...(await get(query)).text.matchAll(/data-item="(\d{4}-\d\d-\d\d)TZS".*?<\/tr>/gs)];
  const row = rows.find(([, day]) => day === today)?.[0] ?? "";
  const cell = (head: string) =>
    (new RegExp(`data-head="${head}"[^>]*>(.*?)</td>`, "s").exec(row)?.[1] ?? "")
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("\u00a0", " ");
  return Object.fromEntries(
    ["In the ledger", "In ledger and statement", "Only in the ledger", "Resolved", "Status"].map((head) => [
      head,
      cell(head),
    ]),
  );
};

test("a day counts listed payments, its cases and unlisted donations", async () => {
  // The donations settle at noon and the statement covers both days around, so the hour of the run does not matter.
  const noon = new Date(`${today}T12:00:00+03:00`);
  const settledAtNoon = async () => {
    const started = await startedDonation(db, selcom, "conference-center");
    await settleReported(db, reportOf(started, { provider: "selcom" }), noon);
    return started;
  };
  // Selcom has no other donations here except the demonstration's, which were never requested from it.
  const settled = await settledAtNoon();
  const shown = await readDays("?provider=selcom");
  expect(shown).toMatchObject({
    "In the ledger": "TSh 10,000",
    "Only in the ledger": "TSh 10,000",
    Status: "No statement yet",
  });
  const there = await get(`?provider=selcom&state=all&day=${today}`);
  expectText(there.text, `href="/admin/donations/${settled.donation_id}"`);

  const covers = { from: addDays(today, -1), to: addDays(today, 1) };
  const late = new Date(noon.getTime() + 48 * 3_600_000);
  const statement = { provider: "selcom", name: "list" } as const;
  const stranger: ListedPayment = {
    ...{ line: 1, reference: "stranger", providerReference: null },
    ...{ outcome: "paid", providerWord: null, amount: 7_000n, day: today },
  };
  await takeStatement(db, { ...statement, lines: [stranger], covers }, late);
  expect(await readDays("?provider=selcom")).toMatchObject({ Status: "Unmatched" });

  const close = async (id: bigint, decision: string) =>
    (await postForm(site, `/admin/cases/${id}`, { decision, reason: "looked at" }, { Cookie: juma })).status;
  for (const { id, kind } of await db
    .selectFrom("cases")
    .select(["id", "kind"])
    .where((is) => is.or([is("payment_id", "=", settled.id), is("subject", "=", "selcom:stranger")]))
    .execute())
    expect(await close(id, kind === "unknown-order" ? "not-ours" : "dismiss"), kind).toBe(303);
  await takeStatement(db, { ...statement, lines: [stranger], covers }, late);
  expect(await readDays("?provider=selcom")).toEqual({
    "In the ledger": "TSh 10,000",
    "In ledger and statement": "TSh 0",
    "Only in the ledger": "TSh 0",
    Resolved: "TSh 17,000",
    Status: "Resolved",
  });

  const other = await settledAtNoon();
  const less: ListedPayment = {
    ...{ line: 2, reference: other.reference, providerReference: other.provider_reference },
    ...{ outcome: "paid", providerWord: null, amount: 6_000n, day: today },
  };
  await takeStatement(db, { ...statement, lines: [stranger, less], covers }, late);
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", other.id)
    .executeTakeFirstOrThrow();
  expect(await close(id, "dismiss")).toBe(303);
  expect(await readDays("?provider=selcom"), "a line with another amount is not matched").toMatchObject({
    "In the ledger": "TSh 20,000",
    "In ledger and statement": "TSh 0",
    Resolved: "TSh 27,000",
    Status: "Resolved",
  });
});

test("hostile files and links are refused without server errors", async () => {
  const files = [
    ["", 400],
    ["name,town\nAsha,Dodoma", 400],
    ["\0\0\0\0", 400],
    [`"${head}`, 400],
    [`${head}${"x".repeat(101)},,1,success,`, 303],
    [`${head}A,,1000,success,\nA,,2000,success,`, 303],
    [`${head}=cmd|' /C calc'!A1,,1000,success,`, 303],
    [`${head}"unclosed,,1000`, 303],
    [head + "y".repeat(5 * 1024 * 1024), 413],
  ] as const;
  for (const [file, status] of files) {
    const uploaded = await upload(file);
    expect(uploaded.status, file.slice(0, 60)).toBe(status);
    if (status === 303) expect(fact(await see(String(uploaded.headers.location)), "Matched")).toBe("0");
  }
  expect((await upload(null)).status).toBe(400);
  for (const id of ["0", "x", "999999"])
    expect((await site.get(`${path}/imports/${id}`, { Cookie: juma })).status).toBe(404);
  const broken = await site.ask(path, {
    method: "POST",
    body: "--x\r\nnonsense",
    headers: { Origin: site.url, Cookie: juma, "Content-Type": "multipart/form-data; boundary=x" },
  });
  expect(broken.status).toBe(400);
  for (const query of ["?provider=x&state=y", "?after=-1"])
    expect((await get(query)).status, query).toBe(200);
  for (const [query, expected] of [
    ["?day=2026-02-31", "Date: Enter a date, such as 2026-11-21"],
    ["?day=0001-01-01", "Date: Enter a date, such as 2026-11-21"],
    ["?until=%27", "Show days up to: Enter a date, such as 2026-11-21"],
  ] as const) {
    const { status, text } = await get(query);
    expect(status, query).toBe(200);
    expectText(text, expected);
    expectNoText(text, "Statement lines");
  }
});

test("Selcom's list is compared on demand", async () => {
  const compared = await upload(null, { intent: "compare" });
  expect([compared.status, compared.headers.location]).toEqual([303, `${path}?provider=selcom`]);
  const { text } = await get("?provider=selcom");
  expect(text).toContain("Compare now");
  expect(text.replaceAll("<!-- -->", "")).toContain("every night for the last 14 days");
});

test("adding all lost donations asks first, with their number", async () => {
  const lost = ["x", "y"].map((last, at): ListedPayment => ({
    ...{ line: at + 2, reference: `${"0".repeat(25)}${last}`, providerReference: `T-GONE-${last}` },
    ...{ amount: 25_000n, outcome: "paid", providerWord: "success", day: "2026-11-20" },
  }));
  await takeStatement(db, { provider: "azampay", name: "lost", lines: lost, covers: null }, new Date());
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("subject", "=", "azampay:T-GONE-x")
    .executeTakeFirstOrThrow();
  const decide = (more: Record<string, string>) =>
    postForm(
      site,
      `/admin/cases/${id}`,
      { decision: "add-all", campaign: "conference-center", reason: "The backup is older", ...more },
      { Cookie: juma },
    );
  const asked = await decide({});
  expect(asked.status).toBe(409);
  expectText(asked.text, "This adds 2 donations and has no Undo.");
  expect(asked.text).toContain('name="sure"');
  const added = db.selectFrom("payments").select("reference").where("reference", "like", "00000%");
  expect(await added.execute()).toEqual([]);
  expect((await decide({ sure: "yes" })).status).toBe(303);
  expect(await added.execute()).toHaveLength(2);
});
