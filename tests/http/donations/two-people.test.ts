import { beforeAll, expect, test } from "vitest";
import { changeRole } from "#operations/accounts/change-role.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import {
  reportedDonation,
  reportOf,
  scriptedProvider,
  readDonationState,
  settleReported,
} from "#tests/support/donations/begin.ts";
import { makePerson, password, postForm, signIn } from "#tests/support/accounts/people.ts";
import { fieldsOf } from "#tests/support/content/form-fields.ts";
import { wordsOf } from "#tests/support/donations/donor.ts";
import { testSite } from "#tests/support/server/site.ts";
import { letRolesAge } from "#tests/support/accounts/staff-roles.ts";
import { cookieOf } from "#tests/support/accounts/second-step.ts";
import { expectText, expectNoText } from "#tests/support/content/expect-text.ts";

const site = await testSite();
const { db } = site;
const provider = scriptedProvider();
const cookies: Record<"juma" | "asha" | "neema" | "organizer", string> = {
  ...{ juma: "", asha: "", neema: "", organizer: "" },
};

beforeAll(async () => {
  await makePerson(site.databaseUrl, "juma", "staff");
  await makePerson(site.databaseUrl, "asha", "admin");
  await makePerson(site.databaseUrl, "neema", "admin");
  await makePerson(site.databaseUrl, "organizer", "organizer");
  for (const name of ["juma", "asha", "neema", "organizer"] as const)
    cookies[name] = await signIn(site, name);
});

const as = (name: keyof typeof cookies) => ({ Cookie: cookies[name] });
const post = (path: string, fields: Record<string, string>, name: keyof typeof cookies) =>
  postForm(site, path, fields, as(name));

const donation = (paid: boolean) =>
  reportedDonation(db, provider, "conference-center", paid ? {} : { amount: 9_999n });

const stateOf = (externalId: string) => readDonationState(db, externalId);

const pages = [
  "/admin/approvals",
  "/admin/approvals/1",
  "/admin/cases",
  "/admin/cases/1",
  "/admin/donations/1/refund",
  "/admin/donations/1/move",
];

test("only staff reach the requests", async () => {
  for (const path of pages) {
    expect((await site.get(path)).status, path).toBe(303);
    expect((await site.get(path, as("organizer"))).status, path).toBe(403);
    expect((await site.get(`${path}.data`, as("organizer"))).status, path).toBe(403);
  }
  for (const path of pages.filter((each) => each.includes("1")))
    expect((await post(path, { decision: "approve" }, "organizer")).status, path).toBe(403);
});

test("a person without confirmed access reads why the request forms are missing", async () => {
  const { donation_id: id } = await donation(true);
  const { id: zuri } = await makePerson(site.databaseUrl, "zuri", "organizer");
  const asha = await db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "asha")
    .executeTakeFirstOrThrow();
  await db.updateTable("users").set({ email_verified: true }).where("id", "=", zuri).execute();
  await changeRole(db, { userId: zuri, role: "staff" }, asha.id);
  const Cookie = await signIn(site, "zuri");
  for (const request of ["refund", "move"]) {
    const path = `/admin/donations/${id}/${request}`;
    expectText((await site.get(`/admin/donations/${id}`, { Cookie })).text, `href="${path}"`);
    const page = (await site.get(path, { Cookie })).text;
    expectText(page, "A second admin must confirm your access before you can request this");
    expectText(page, "Other members of staff can request it");
    expectNoText(page, "Request approval");
    expectText((await site.get(path, as("juma"))).text, "Request approval");
  }
});

test("an unpaid donation says why it cannot be refunded or moved", async () => {
  const { donation_id: id } = await donation(false);
  const page = (await site.get(`/admin/donations/${id}`, as("asha"))).text;
  expectText(page, "You can request a refund or a move after the donation has been paid.");
});

test("a refund needs approval by a second admin", async () => {
  const { donation_id: id, externalId } = await donation(true);
  const path = `/admin/donations/${id}/refund`;
  expect((await site.get(path, as("asha"))).text).toContain(externalId);
  const empty = await post(path, {}, "asha");
  expect([empty.status, empty.text.includes("Enter the reason for the refund")]).toEqual([400, true]);

  const proposed = await post(path, { reason: "given <b>twice</b>", reference: "RF-1" }, "asha");
  expect(proposed.status).toBe(303);
  const proposal = proposed.headers.location ?? "";
  expect(proposal).toMatch(/^\/admin\/approvals\/\d+$/);
  const sent = `${as("asha").Cookie}; ${cookieOf(proposed, /^amana_notice=/)}`;
  expect((await site.get(proposal, { Cookie: sent })).text, "no email without a mail server").toMatch(
    />Request sent\.</,
  );
  const again = await post(path, { reason: "again", reference: "RF-2" }, "juma");
  expect([again.status, again.headers.location]).toEqual([303, proposal]);
  const { Cookie } = as("juma");
  const shown = await site.get(proposal, { Cookie: `${Cookie}; ${cookieOf(again, /^amana_notice=/)}` });
  expect(shown.text).toContain("Your request was not sent");
  expect((await site.get(path, as("juma"))).text).toContain("This has already been requested");

  const shownOn = async () => (await site.get(`/admin/donations/${id}`, as("juma"))).text;
  const waiting = await shownOn();
  expect(waiting).toMatch(/data-tone="waiting"[^>]*>Refund requested</);
  expect(waiting).toMatch(new RegExp(`href="${proposal}"[^>]*>View request<`));
  expect(waiting).toMatch(new RegExp(`href="${proposal}"[^>]*>Refund requested<`));
  expectNoText(waiting, "Request a refund");
  expectText(waiting, "Request a move");

  const page = await site.get(proposal, as("juma"));
  expect(page.text).toContain("given &lt;b&gt;twice&lt;/b&gt;");
  expect(page.text).not.toContain(">Approve<");
  expect((await post(proposal, { decision: "approve" }, "juma")).status).toBe(409);
  const own = await post(proposal, { decision: "approve", password }, "asha");
  expect([own.status, own.text.includes("Another admin must approve this")]).toEqual([409, true]);
  expect((await post(proposal, { decision: "reject" }, "neema")).status).toBe(400);
  expect((await stateOf(externalId)).reversed).toBe(false);

  expect((await post(proposal, { decision: "approve" }, "neema")).status).toBe(303);
  expect(await stateOf(externalId)).toMatchObject({
    reversed: true,
    journals: ["donation", "donation-reversal"],
  });
  expect((await post(proposal, { decision: "approve" }, "neema")).status).toBe(409);
  expect(await shownOn()).not.toMatch(/data-tone="waiting"/);
  expect((await site.get(path, as("asha"))).text).toContain("You can only refund a donation");
  expect((await site.get("/admin/approvals?status=approved", as("juma"))).text).toContain(proposal);

  const trail = wordsOf((await site.get(`/admin/donations/${id}`, as("juma"))).text);
  const entries = ["Payment result: Paid", "Donation completed", "Payment result: Reversed"];
  expect(entries.map((words) => trail.indexOf(words)).toSorted((a, b) => a - b)).toEqual(
    entries.map((words) => trail.indexOf(words)),
  );
  for (const words of [...entries, "Refund approved"]) expect(trail).toContain(words);
});

test("two people move a donation; history and receipt show it", async () => {
  const { donation_id: id, externalId, receiptKey } = await donation(true);
  const path = `/admin/donations/${id}/move`;
  const { text: form } = await site.get(path, as("juma"));
  const other = /<option value="([a-z-]+)"/.exec(form)?.[1] ?? "";
  const empty = await post(path, {}, "juma");
  expect([empty.status, empty.text.includes("Choose a campaign")]).toEqual([400, true]);
  const same = await post(path, { campaign: "conference-center", reason: "x" }, "juma");
  expect([same.status, same.text.includes("cannot move to this campaign")]).toEqual([409, true]);
  const { headers } = await post(path, { campaign: other, reason: "wrong <b>one</b>" }, "juma");
  const proposal = headers.location ?? "";
  expect((await site.get(path, as("asha"))).text).toContain("This has already been requested");
  const waiting = (await site.get(`/admin/donations/${id}`, as("juma"))).text;
  expect(waiting).toMatch(/data-tone="waiting"[^>]*>Move requested</);
  expectNoText(waiting, "Request a move");
  expect((await site.get(proposal, as("asha"))).text).toMatch(/<dt>From<.*<dt>To</s);
  expect((await post(proposal, { decision: "approve" }, "asha")).status).toBe(303);
  expect((await stateOf(externalId)).journals).toEqual(["donation", "move"]);
  const trail = wordsOf((await site.get(`/admin/donations/${id}`, as("juma"))).text);
  for (const expected of ["Moved from", "Move to another campaign approved", "Email: Donation moved"])
    expect(trail).toContain(expected);
  expect((await site.get(`/admin/donations?campaign=${other}`, as("juma"))).text).toContain(externalId);
  const receipt = `/donations/${externalId}?key=${receiptKey}`;
  expectText((await site.get(receipt)).text, "Moved from");
  expectText((await site.get(`/sw${receipt}`)).text, "Umehamishwa kutoka");
});

test("two people refund a part; history and receipt show it", async () => {
  const { donation_id: id, externalId, receiptKey } = await donation(true);
  const path = `/admin/donations/${id}/refund`;
  const fields = { reason: "one zero too many", reference: "RF-9" };
  for (const amount of ["0", "10001", "12,50", "x"]) {
    const refused = await post(path, { ...fields, amount }, "juma");
    expect([refused.status, refused.text.includes("Enter the amount in digits")], amount).toEqual([
      400,
      true,
    ]);
  }
  const asked = await post(path, { ...fields, amount: "4.000" }, "juma");
  expectText(asked.text, "Did you mean TSh\u00a04,000?");
  const { headers } = await post(path, { ...fields, amount: "4.000", "meant-amount": "4,000" }, "juma");
  const proposal = headers.location ?? "";
  expectText((await site.get(proposal, as("asha"))).text, "Refund amount");
  expect((await post(proposal, { decision: "approve" }, "asha")).status).toBe(303);
  expect(await stateOf(externalId)).toMatchObject({
    reversed: false,
    journals: ["donation", "part-refund"],
  });
  const trail = wordsOf((await site.get(`/admin/donations/${id}`, as("juma"))).text);
  for (const expected of ["Refunded in part", "Partial refund approved", "Email: Donation refunded"])
    expect(trail).toContain(expected);
  const receipt = `/donations/${externalId}?key=${receiptKey}`;
  expectText((await site.get(receipt)).text, "Refunded");
  expectText((await site.get(`/sw${receipt}`)).text, "Kiasi kilichorejeshwa");
  const rest = await post(path, { ...fields, amount: "6000" }, "juma");
  expect((await post(rest.headers.location ?? "", { decision: "approve" }, "asha")).status).toBe(303);
  expect((await stateOf(externalId)).journals).toEqual(["donation", "part-refund", "donation-reversal"]);
});

test("a single admin sees the waiting time and enters the password", async () => {
  const { donation_id: id, externalId } = await donation(true);
  await onDatabase(site.databaseUrl, "update users set banned = true where username = 'neema'");
  await letRolesAge(db);
  try {
    const { headers } = await post(`/admin/donations/${id}/refund`, { reason: "x", reference: "y" }, "asha");
    const proposal = headers.location ?? "";
    expect((await site.get(proposal, as("asha"))).text).toContain("You are the only admin");
    expect((await post(proposal, { decision: "approve", password }, "asha")).status).toBe(409);
    await onDatabase(
      site.databaseUrl,
      `alter table proposals disable trigger guard;
       update proposals set proposed_at = proposed_at - interval '24 hours' where status = 'open';
       alter table proposals enable trigger guard`,
    );
    const empty = await post(proposal, { decision: "approve" }, "asha");
    expect([
      empty.status,
      empty.text.includes("Enter your password, because you are the only admin"),
    ]).toEqual([400, true]);
    const wrong = await post(proposal, { decision: "approve", password: "guessed" }, "asha");
    expect([wrong.status, wrong.text.includes("Enter your current password")]).toEqual([403, true]);
    expect((await stateOf(externalId)).reversed).toBe(false);
    expect((await post(proposal, { decision: "approve", password }, "asha")).status).toBe(303);
    expect((await stateOf(externalId)).reversed).toBe(true);
  } finally {
    await onDatabase(site.databaseUrl, "update users set banned = false");
    await letRolesAge(db);
    cookies.neema = await signIn(site, "neema");
  }
});

test("a case links to both donations, or to its last message", async () => {
  const [first, second] = [await donation(true), await donation(true)];
  const donations = [first, second].map(({ donation_id, externalId }) => ({
    id: String(donation_id),
    externalId,
  }));
  const emails = await db
    .insertInto("cases")
    .values([
      { kind: "duplicate", payment_id: second.id, details: JSON.stringify({ donations }) },
      {
        kind: "unknown-payment",
        subject: "azampay on 2026-11-20",
        details: JSON.stringify({ messages: 2, "last references": ["stray-2", "stray-1"] }),
      },
    ])
    .returning("id")
    .execute();
  const [both = "", stray = ""] = await Promise.all(
    emails.map(async ({ id }) => (await site.get(`/admin/cases/${id}`, as("juma"))).text),
  );
  for (const { id, externalId } of donations) {
    expect(both).toContain(`href="/admin/donations/${id}"`);
    expect(both).toContain(externalId);
  }
  expect(both).toContain("Request a refund");
  expect(stray).toContain("stray-2, stray-1");
  const list = (await site.get("/admin/cases", as("juma"))).text;
  for (const { id } of emails) expect(list).toContain(`/admin/cases/${id}`);
});

test.each([
  ["more", 10_001n, true],
  ["less", 9_999n, false],
])("a case of %s money says beforehand whether it needs a statement", async (_, amount, needs) => {
  const { id: payment } = await reportedDonation(db, provider, "conference-center", { amount });
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", payment)
    .executeTakeFirstOrThrow();
  const { text } = await site.get(`/admin/cases/${id}`, as("juma"));
  expect(/More arrived than we requested.*?href="\/admin\/reconciliation"/s.test(text)).toBe(needs);
});

test("a case suggests the reported amount, and two people record it", async () => {
  const doubtful = await donation(false);
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", doubtful.id)
    .executeTakeFirstOrThrow();
  const path = `/admin/cases/${id}`;
  const page = (await site.get(path, as("juma"))).text;
  expect(page).toMatch(/id="arrived"[^>]*value="9,999"/);
  expectText(page, "Only the amount differs: the provider reported TSh\u00a09,999");
  expect(page.indexOf('id="payment"'), "the payment is before the decision").toBeLessThan(
    page.indexOf('id="decide"'),
  );
  const [, came = "", none = ""] = page.split("<fieldset");
  for (const part of ["The money came", 'id="arrived"', 'id="statement"', 'value="credit"'])
    expect(came).toContain(part);
  for (const part of ["No money came", 'value="fail"']) expect(none).toContain(part);
  const fields = { decision: "credit", reason: "less came", statement: "line 7" };
  for (const arrived of ["0", "0,5", "x"]) {
    const refused = await post(path, { ...fields, arrived }, "juma");
    expect([refused.status, refused.text.includes("Enter the amount in digits")], arrived).toEqual([
      400,
      true,
    ]);
  }
  for (const [arrived, message] of [
    ["99999999999999", "One payment can be at most"],
    ["10001", "This is more than we requested"],
    ["12,50", "Did you mean TSh\u00a012,500?"],
    ["1250,5", "Did you mean TSh\u00a01,250?"],
    ["1000", "Enter the amount that the provider reported: TSh\u00a09,999"],
  ] as const) {
    const refused = await post(path, { ...fields, arrived }, "juma");
    expect([refused.status, refused.text.includes(message)], arrived).toEqual([400, true]);
    expect(refused.text).toMatch(/id="arrived"[^>]*aria-invalid="true"/);
  }
  const asked = await post(path, { ...fields, arrived: "9.999" }, "juma");
  expect(asked.status).toBe(400);
  expectText(asked.text, "Did you mean TSh\u00a09,999?");
  // The button of the answer sends no decision.
  const { decision: _, ...answer } = { ...fields, arrived: "9.999", "meant-arrived": "9,999" };
  const { headers } = await post(path, answer, "juma");
  const proposal = headers.location ?? "";
  const { text } = await site.get(proposal, as("asha"));
  for (const expected of ["Amount that arrived", "TSh\u00a09,999"]) expect(text).toContain(expected);
  const list = (await site.get("/admin/approvals", as("asha"))).text;
  const row = list.slice(list.indexOf(`href="${proposal}"`));
  expect(row.slice(0, row.indexOf("</tr>"))).toContain("TSh\u00a09,999");
  expect((await post(proposal, { decision: "approve" }, "asha")).status).toBe(303);
  const { text: record } = await site.get(`/admin/donations/${doubtful.donation_id}`, as("juma"));
  for (const expected of ["TSh\u00a09,999", "TSh\u00a010,000"]) expect(record).toContain(expected);
});

test("approvers read which amount the provider reported", async () => {
  const doubtful = await donation(false);
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", doubtful.id)
    .executeTakeFirstOrThrow();
  const path = `/admin/cases/${id}`;
  expectText(
    (await site.get(path, as("juma"))).text,
    "If you leave it empty, the request is for TSh\u00a010,000: prove in the reason that all of it arrived.",
  );
  const fields = { decision: "credit", reason: "the bank confirms all of it", statement: "line 7" };
  const all = (await post(path, { ...fields, arrived: "" }, "juma")).headers.location ?? "";
  const { text } = await site.get(all, as("asha"));
  expect(text).toMatch(/Reported by the provider<\/dt><dd>TSh\u00a09,999</);
  expectText(text, "The provider reported another amount.");
  expect((await post(all, { decision: "reject", reason: "ask again" }, "asha")).status).toBe(303);
  const less = (await post(path, { ...fields, arrived: "9,999" }, "juma")).headers.location ?? "";
  const closing = await post(path, { decision: "fail", reason: "nothing came" }, "juma");
  expect([closing.status, closing.text.includes("A request to record this payment needs approval")]).toEqual([
    409,
    true,
  ]);
  const same = (await site.get(less, as("asha"))).text;
  expect(same).toMatch(/Reported by the provider<\/dt><dd>TSh\u00a09,999</);
  expectNoText(same, "The provider reported another amount.");
  expect((await post(less, { decision: "approve" }, "asha")).status).toBe(303);
  const closed = (await site.get(path, as("juma"))).text;
  expectText(closed, "What staff were told when it was opened");
  expectText(closed, "Only the amount differs: the provider reported TSh\u00a09,999");
  expectNoText(closed, "is recorded as");
});

test("a case shows an amount that is no number as the provider wrote it", async () => {
  const { id: paymentId } = await donation(false);
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  for (const [said, shown] of [
    ["abc", "“abc”"],
    ["null", "“null”"],
    [null, "–"],
    ["4000.50", "“4000.50”"],
    ["1e3", "“1e3”"],
    ["<b>1</b>", "“&lt;b&gt;1&lt;/b&gt;”"],
    ["-1", "“-1”"],
    ["", "an empty amount"],
  ] as const) {
    const details = JSON.stringify({ wrong: [{ field: "amount", asked: "10000", said }] });
    await db.updateTable("cases").set({ details }).where("id", "=", id).execute();
    const { status, text } = await site.get(`/admin/cases/${id}`, as("juma"));
    expect(status, String(said)).toBe(200);
    expect(text).toContain(`data-head="Reported">${shown}<`);
    expect((await site.get("/admin/cases", as("juma"))).status).toBe(200);
  }
});

test("a check with the provider says what happened", async () => {
  const { id: paymentId } = await donation(false);
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const path = `/admin/cases/${id}`;
  const ask = async () => {
    const answer = await post(path, { decision: "ask" }, "juma");
    const Cookie = `${as("juma").Cookie}; ${cookieOf(answer, /^amana_notice=/)}`;
    return (await site.get(path, { Cookie })).text;
  };
  expectText(await ask(), "The provider gave no clear answer");
  expectText(await ask(), "The provider was not asked again");
  expect((await post(path, { decision: "fail", reason: "no money came" }, "juma")).status).toBe(303);
  const late = await post(path, { decision: "ask" }, "juma");
  expect(late.status).toBe(409);
});

test("a case of a reversal says whose status it shows, and the donation calls it reversed", async () => {
  const paid = await donation(true);
  await settleReported(db, reportOf(paid, { outcome: "reversed" }));
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", paid.id)
    .where("kind", "=", "reversed")
    .executeTakeFirstOrThrow();
  const page = (await site.get(`/admin/cases/${id}`, as("juma"))).text;
  expect(page).toMatch(/<dt>Our record before<\/dt><dd>Paid</);
  expect(page).toMatch(/<dt>Our record<\/dt><dd>(?:<[^>]*>)*Reversed</);
  expect(wordsOf(page)).not.toContain("succeeded");
  expect(page).toMatch(/href="#decide"[^>]*>Decide</);
  const shown = (await site.get(`/admin/donations/${paid.donation_id}`, as("juma"))).text;
  expectText(shown, "Donation reversed");
  expectNoText(shown, "Donation refunded");
});

test("requests that need approval come first, and each page says who can approve", async () => {
  const { donation_id: id } = await donation(true);
  const path = `/admin/donations/${id}/refund`;
  expectText((await site.get(path, as("juma"))).text, "An admin can approve it now.");
  expectText((await site.get(path, as("asha"))).text, "Another admin can approve it now.");
  const proposal = (await post(path, { reason: "twice", reference: "RF" }, "asha")).headers.location ?? "";
  expectText((await site.get(proposal, as("asha"))).text, "Another admin can approve it now.");
  const ofStaff = (await site.get(proposal, as("juma"))).text;
  expectText(ofStaff, "An admin can approve it now.");
  expectNoText(ofStaff, "nother admin");
  expectText((await site.get(proposal, as("asha"))).text, "Withdrawing ends the request");
  const list = async (query: string) => (await site.get(`/admin/approvals${query}`, as("juma"))).text;
  expect(await list("")).toContain(`href="${proposal}"`);
  expect((await post(proposal, { decision: "withdraw" }, "asha")).status).toBe(303);
  expect(await list("")).not.toContain(`href="${proposal}"`);
  expect(await list("?status=all")).toContain(`href="${proposal}"`);
});

test("a case shows the difference and closes with a reason or request", async () => {
  const first = await donation(false);
  const second = await donation(false);
  const caseOf = async ({ id }: { id: bigint }) =>
    db.selectFrom("cases").select("id").where("payment_id", "=", id).executeTakeFirstOrThrow();
  await db
    .insertInto("provider_messages")
    .values({
      provider: "azampay",
      kind: "callback",
      payment_id: first.id,
      body: '{"password":"open-sesame"}',
    })
    .execute();
  const path = `/admin/cases/${(await caseOf(first)).id}`;
  const list = await site.get("/admin/cases?kind=mismatch", as("juma"));
  expect(list.text).toContain(path);
  expect(list.text).toMatch(/TSh\u00a010,000<.*reported as<.*TSh\u00a09,999</);
  const page = await site.get(path, as("juma"));
  for (const text of ["10000", "9999", first.externalId, "(not shown)"]) expect(page.text).toContain(text);
  expect(page.text).not.toContain("open-sesame");
  for (const figure of ["TSh\u00a010,000", "TSh\u00a09,999"])
    expect(page.text, "with their currency").toMatch(
      new RegExp(`data-head="(?:Requested|Reported)"[^>]*>${figure}<`),
    );

  const bare = await post(path, { decision: "fail" }, "juma");
  expect([bare.status, bare.text.includes("Enter a reason for your decision")]).toEqual([400, true]);
  expect((await post(path, { decision: "fail", reason: "not on the statement" }, "juma")).status).toBe(303);
  expect(await stateOf(first.externalId)).toMatchObject({ donation: "failed" });
  expect((await post(path, { decision: "dismiss", reason: "again" }, "juma")).status).toBe(409);
  expect((await site.get(path, as("juma"))).text).toContain("not on the statement");
  const late = await db
    .insertInto("cases")
    .values({ kind: "mismatch", payment_id: first.id, details: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  expectText(
    (await site.get(`/admin/cases/${late.id}`, as("juma"))).text,
    "the donor then reads that the fund received nothing",
  );

  const other = `/admin/cases/${(await caseOf(second)).id}`;
  const proposed = await post(other, { decision: "credit", reason: "it came", statement: "line 7" }, "juma");
  expect(proposed.headers.location).toMatch(/^\/admin\/approvals\/\d+$/);
  expect(await stateOf(second.externalId)).toMatchObject({ donation: "pending" });
  const listed = async (status: string) =>
    (await site.get(`/admin/cases?status=${status}`, as("juma"))).text.includes(`"${other}"`);
  expect([await listed("open"), await listed("waiting"), await listed("all")]).toEqual([false, true, true]);
  const waiting = (await site.get(other, as("juma"))).text;
  for (const text of ["Waiting for approval", "Decide in another way", proposed.headers.location ?? "-"])
    expect(waiting).toContain(text);
  expect((await post(proposed.headers.location ?? "", { decision: "approve" }, "asha")).status).toBe(303);
  expect(await stateOf(second.externalId)).toMatchObject({
    donation: "completed",
    cases: ["mismatch (closed)"],
  });
});

const headsOf = (html: string) => [...html.matchAll(/scope="col">([^<]*)</g)].map(([, head]) => head);

const bankPath = "/admin/bank-details";
const bankForm = async (name: keyof typeof cookies = "juma") =>
  fieldsOf((await site.get(bankPath, as(name))).text);

test("two people change bank details, and the site shows them next", async () => {
  for (const path of [bankPath, "/admin/history/bank-details"])
    expect((await site.get(path, as("organizer"))).status, path).toBe(403);
  const fields = await bankForm();
  expect(fields).toMatchObject({ accountNumber: "0000 0000 0000", reason: "" });
  const details = { ...fields, bankName: "Benki Mpya", accountNumber: "0150 999 888", reason: "it moved" };
  for (const [wrong, message] of [
    [{ reason: "" }, "Enter the reason for the change"],
    [{ bankName: " " }, "Bank name: Enter some text"],
    [{ accountNumber: "<script>" }, "Account number must only contain"],
    [{ swiftCode: "SHORT" }, "SWIFT code must be 8 or 11"],
    [{ mobileMoneyNumber: "" }, "both the mobile money name and number"],
    [
      { bankName: fields["bankName"] ?? "", accountNumber: fields["accountNumber"] ?? "" },
      "Nothing has changed",
    ],
  ] as const) {
    const answer = await post(bankPath, { ...details, ...wrong }, "juma");
    expect(answer.status, message).toBe(400);
    expectText(answer.text, message);
    expectNoText(answer.text, "Invalid input");
  }
  const bare = await post(bankPath, {}, "juma");
  expect(bare.status).toBe(400);
  expectNoText(bare.text, "Invalid input");

  const preview = await post("/admin/preview/bank-details?page=/", { ...details, reason: "" }, "juma");
  expect([preview.status, preview.text.includes("0150 999 888")]).toEqual([200, true]);
  const proposed = await post(bankPath, details, "juma");
  expect(proposed.headers.location).toMatch(/^\/admin\/approvals\/\d+$/);
  const proposal = proposed.headers.location ?? "";
  expectNoText((await site.get("/")).text, "0150 999 888");
  for (const text of ["0000 0000 0000", "0150 999 888", "it moved"])
    expectText((await site.get(proposal, as("asha"))).text, text);
  expect(headsOf((await site.get(proposal, as("asha"))).text)).toEqual(["Field", "Now", "Requested"]);
  const old = await bankForm("neema");

  const waiting = await post(bankPath, { ...fields, branch: "Typed meanwhile", reason: "another" }, "asha");
  expect(waiting.status).toBe(409);
  expect(fieldsOf(waiting.text)).toMatchObject({ branch: "Typed meanwhile", reason: "another" });
  for (const text of [waiting.text, (await site.get(bankPath, as("asha"))).text]) {
    expectText(text, "Another change is waiting for approval");
    expectText(text, proposal);
  }
  expect((await post(proposal, { decision: "approve" }, "asha")).status).toBe(303);
  expect(headsOf((await site.get(proposal, as("juma"))).text)).toEqual(["Field", "Before", "Approved"]);
  for (const page of ["/", "/sw"]) expectText((await site.get(page)).text, "0150 999 888");

  const stale = await post(bankPath, { ...old, branch: "Typed before", reason: "late" }, "neema");
  expect(stale.status).toBe(409);
  expectText(stale.text, "juma saved this page while you were editing it");
  expect(fieldsOf(stale.text)).toMatchObject({ branch: "Typed before", accountNumber: "0150 999 888" });
});

test("earlier bank details are in the history and need two people", async () => {
  const history = await site.get("/admin/history/bank-details", as("juma"));
  for (const text of ["juma, approved by asha", "Account number", "0150 999 888", "All requests"])
    expectText(history.text.replaceAll("<!-- -->", ""), text);
  const opened = /name="opened" value="([^"]*)"/.exec(history.text)?.[1] ?? "";
  const restored = await post("/admin/history/bank-details", { opened, version: "0" }, "juma");
  const proposal = restored.headers.location ?? "";
  expect(proposal).toMatch(/^\/admin\/approvals\/\d+$/);
  expectText((await site.get(proposal, as("neema"))).text, "Restore the version before the change of");
  expectText((await site.get("/")).text, "0150 999 888");
  expect((await post(proposal, { decision: "approve" }, "neema")).status).toBe(303);
  expectText((await site.get("/")).text, "0000 0000 0000");
});

test("hostile links and forms are refused without server errors", async () => {
  for (const path of [
    "/admin/approvals/0",
    "/admin/approvals/x",
    "/admin/cases/99999999999999999999",
    "/admin/cases/-1",
    "/admin/donations/1e3/refund",
  ])
    expect((await site.get(path, as("juma"))).status, path).toBe(404);
  for (const query of [
    "kind=%27",
    "status=x&kind=y",
    "sort=%00",
    "after=1&before=2",
    "after=99999999999999999999",
  ])
    for (const path of ["/admin/approvals", "/admin/cases"])
      expect((await site.get(`${path}?${query}`, as("juma"))).status, `${path}?${query}`).toBe(200);
  expect((await post("/admin/approvals/1", { decision: "destroy" }, "asha")).status).toBe(400);
  expect((await post("/admin/approvals/999999", { decision: "approve" }, "asha")).status).toBe(404);
});
