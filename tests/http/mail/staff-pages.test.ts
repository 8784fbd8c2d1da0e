import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { makeLink } from "#operations/accounts/links.ts";
import { messageKinds, readableBy } from "#domain/mail/messages.ts";
import { proposalKinds, proposalStatuses } from "#domain/cases/proposal.ts";
import { wordsOf } from "#tests/support/donations/donor.ts";
import { cookieOf } from "#tests/support/accounts/second-step.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { complete, pendingDonation } from "#tests/support/database/records.ts";
import { searchList } from "#tests/support/accounts/search-list.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { sealLink } from "#operations/mail/queue.ts";
import {
  reportedDonation,
  reportOf,
  scriptedProvider,
  settleReported,
} from "#tests/support/donations/begin.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { testSite } from "#tests/support/server/site.ts";
import { expectText, expectNoText } from "#tests/support/content/expect-text.ts";

const site = await testSite();
const { db } = site;
const withMail = await testSite({
  environment: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Fund <fund@fund.example>" },
});

const cookies = { staff: "", organizer: "", withMail: "" };
const emails = { kept: 0n, failed: 0n, sent: 0n };

beforeAll(async () => {
  await makePerson(site.databaseUrl, "sara", "staff");
  await makePerson(site.databaseUrl, "omari", "organizer");
  cookies.staff = await signIn(site, "sara");
  cookies.organizer = await signIn(site, "omari");
  await makePerson(withMail.databaseUrl, "sara", "staff");
  cookies.withMail = await signIn(withMail, "sara");
  const at = new Date("2026-11-20T09:00:00Z");
  const write = async (recipient: string, values: object) => {
    const { id } = await db
      .insertInto("outbox")
      .values({
        template: "password-reset",
        recipient,
        details: JSON.stringify({ address: "/auth/reset?token=open-sesame" }),
        ...values,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  emails.kept = await write("kept@donors.example", { kept_at: at });
  emails.failed = await write("failed@donors.example", {
    given_up_at: at,
    attempts: 29,
    last_error: "550 <no such> mailbox",
  });
  emails.sent = await write("sent@donors.example", { sent_at: at });
});

const open = (path: string, cookie = cookies.staff) => site.get(path, { Cookie: cookie });
const again = (id: bigint, cookie = cookies.staff) =>
  postForm(site, `/admin/mail/${id}`, {}, { Cookie: cookie });
const statusOf = async (id: bigint) =>
  (await db.selectFrom("outbox").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;

const sendButtonIn = (html: string) => /<button[^>]*>(Send[^<]*)<\/button>/.exec(html)?.[1];

test("emails are listed with their status and never with their body", async () => {
  const { text } = await open("/admin/mail");
  const words = wordsOf(text);
  expect(words, "the status says that it was not sent").not.toContain("written");
  for (const each of [
    "kept@donors.example",
    "Saved, not sent",
    "Failed",
    "550 <no such> mailbox".slice(0, 3),
    "Sent",
  ])
    expect(words).toContain(each);
  expect(text).toContain("550 &lt;no such&gt; mailbox");
  expect(wordsOf((await open("/admin/mail?status=given-up")).text)).not.toContain("kept@donors.example");
  const sent = await searchList(site, "/admin/mail", { q: "SENT@" }, cookies.staff);
  expect(wordsOf(sent.text)).not.toContain("kept@donors.example");
  for (const path of ["/admin/mail", ...Object.values(emails).map((id) => `/admin/mail/${id}`)])
    for (const address of [path, `${path}.data`])
      expect((await open(address)).text, address).not.toContain("open-sesame");
});

test("an email about a submitted campaign names the campaign and its event", async () => {
  const fields = submissionFields({ title: "A well for Mvomero", do: "submit" });
  expect((await postForm(site, "/organizer/new", fields, { Cookie: cookies.organizer })).status).toBe(303);
  const { id } = await db
    .selectFrom("outbox")
    .select("id")
    .where("template", "=", "submission")
    .executeTakeFirstOrThrow();
  for (const path of ["/admin/mail", `/admin/mail/${id}`]) {
    const words = wordsOf((await open(path)).text);
    expect(words, path).toContain("Review of a campaign: received");
    expect(words, path).toContain("A well for Mvomero");
  }
});

test("a case about an email names it in words, after the cases about money", async () => {
  const id = String(emails.failed);
  const insert = async (kind: string, subject: string, details: object) =>
    (
      await db
        .insertInto("cases")
        .values({ kind, subject, details: JSON.stringify(details) })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  const about = await insert("undelivered", `outbox:${id}`, { email: id, template: "password-reset" });
  await insert("unknown-order", "azampay:777", { reference: "777", amount: "7000" });
  const page = await open(`/admin/cases/${about}`);
  expect(page.text).toContain(`href="/admin/mail/${id}"`);
  const words = wordsOf(page.text);
  expect(words).toContain("Password reset to failed@donors.example");
  expect(words).toContain("The recipient’s mail server rejected the email (550)");
  expect(words).not.toContain("outbox");
  const list = wordsOf((await open("/admin/cases")).text);
  expect(list).toContain("to failed@donors.example");
  expect(list).toContain("AzamPay, reference 777");
  expect(list).toContain("TSh 7,000");
  expect(list).not.toContain("azampay:");
  expect(list.lastIndexOf("AzamPay, reference 777")).toBeLessThan(list.indexOf("to failed@donors.example"));
});

test("closing a payment of a statement as not ours is no main button", async () => {
  const { id } = await db
    .insertInto("cases")
    .values({ kind: "unknown-order", subject: "azampay:778", details: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { text } = await open(`/admin/cases/${id}`);
  expect(text).toMatch(/<button class="button quiet"[^>]*value="not-ours"/);
});

test("a case about an invitation or a person leads there, and closing is no main button", async () => {
  await makePerson(site.databaseUrl, "ada", "admin");
  const admin = await signIn(site, "ada");
  const caseAbout = async (template: string, recipient: string) => {
    const values = { template, recipient, given_up_at: new Date(), attempts: 1, details: "{}" };
    const email = await db.insertInto("outbox").values(values).returning("id").executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto("cases")
      .values({ kind: "undelivered", subject: `outbox:${email.id}`, details: "{}" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return `/admin/cases/${id}`;
  };
  const invited = await open(await caseAbout("invitation", "neema@donors.example"));
  expect(invited.text).toMatch(/href="\/admin\/invitations\?case=\d+"[^>]*>Invite again</);
  expect(wordsOf(invited.text)).not.toContain("The ledger does not change");
  const [, closing] = /<button ([^>]*)>Close: dealt with</.exec(invited.text) ?? [];
  expect(closing).toContain('class="button quiet"');
  const { id, email } = await db
    .selectFrom("users")
    .select(["id", "email"])
    .where("username", "=", "omari")
    .executeTakeFirstOrThrow();
  const known = await caseAbout("password-reset", email.toUpperCase());
  expect((await open(known, admin)).text).toMatch(
    new RegExp(`href="/admin/people/${id}"[^>]*>View this person<`),
  );
  expect((await open(known)).text, "staff cannot open that page").not.toContain(`/admin/people/${id}`);
});

test("a case about a receipt names the donation, and leads to another address", async () => {
  const given = await pendingDonation(db, { to: "conference-center", donation: { donor_name: "Salma" } });
  await complete(db, given);
  const email = await db
    .insertInto("outbox")
    .values({
      ...{ template: "receipt", recipient: "salma@donors.example", donation_id: given.donationId },
      ...{ given_up_at: new Date(), attempts: 1, details: "{}" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("cases")
    .values({ kind: "undelivered", subject: `outbox:${email.id}`, details: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const page = await open(`/admin/cases/${id}`);
  expect(page.text).toContain(`href="/admin/donations/${given.donationId}#address"`);
  expect((await open(`/admin/donations/${given.donationId}`)).text).toContain('id="address"');
  expect(wordsOf(page.text)).toContain("from Salma");
  const list = wordsOf((await open("/admin/cases")).text).replaceAll(/\s+/g, " ");
  expect(list).toMatch(/Receipt of TSh [\d,]+ ?, ?Salma/);
});

test("pages promise an email only with a mail server", async () => {
  for (const [path, promise] of [
    ["/admin/health", "Admins get an email when an alarm begins"],
    ["/admin/invitations", "The person gets an email with a link"],
  ] as const) {
    expect(wordsOf((await open(path)).text), path).not.toContain(promise);
    expect(wordsOf((await withMail.get(path, { Cookie: cookies.withMail })).text), path).toContain(promise);
  }
});

test("staff release saved emails after mail setup, except expired links", async () => {
  const cookie = cookies.withMail;
  const keep = async (recipient: string, address: string, key?: string) => {
    await withMail.db
      .insertInto("outbox")
      .values({
        template: "password-reset",
        recipient,
        details: JSON.stringify(key === undefined ? { address } : sealLink(seal, address, key)),
        kept_at: new Date(),
      })
      .execute();
  };
  const open = await makeLink(withMail.db, { kind: "password-reset", userId: null, language: "en" });
  const runOut = await makeLink(withMail.db, { kind: "password-reset", userId: null, language: "en" });
  await withMail.db
    .updateTable("account_links")
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where("hash", "=", createHash("sha256").update(runOut).digest())
    .execute();
  await keep("open@donors.example", `/auth/reset?key=${open}`, open);
  for (const address of ["reset?key", "email?confirm", "email?undo"])
    await keep("run-out@donors.example", `/auth/${address}=${runOut}`, runOut);
  await keep("changed@donors.example", "/auth/forgot");
  for (const key of [runOut, open])
    await withMail.db
      .insertInto("outbox")
      .values({
        ...{ template: "invitation", recipient: "invited@donors.example", kept_at: new Date() },
        details: JSON.stringify(sealLink(seal, `/invitation?key=${key}`, key)),
      })
      .execute();

  expectText((await withMail.get("/admin/mail", { Cookie: cookie })).text, "Send 7 saved emails");
  const dashboard = await withMail.get("/dashboard", { Cookie: cookie });
  expectText(
    dashboard.text,
    '<strong>7</strong><a href="/admin/mail?status=kept" data-discover="true">Saved emails not sent</a>',
  );
  expect((await postForm(withMail, "/admin/mail", {}, { Cookie: cookie })).status).toBe(303);
  const counts = await withMail.db
    .selectFrom("outbox")
    .select(["recipient", "status"])
    .where("recipient", "like", "%@donors.example")
    .orderBy("id")
    .execute();
  expect(counts.map(({ recipient, status }) => `${recipient} ${status}`)).toEqual([
    "open@donors.example waiting",
    ...Array.from({ length: 3 }, () => "run-out@donors.example given-up"),
    "changed@donors.example waiting",
    "invited@donors.example given-up",
    "invited@donors.example waiting",
  ]);
  const { text } = await withMail.get("/admin/mail", { Cookie: cookie });
  expectNoText(text, "saved emails<");
  for (const words of ["A later invitation replaced it", "The link in it no longer works"])
    expectText(text, words);
  const audited = await withMail.db
    .selectFrom("audit_log")
    .select("after")
    .where("action", "=", "send-saved-emails")
    .execute();
  expect(audited).toEqual([{ after: { sent: 3, runOut: 4 } }]);
});

test("failed or saved emails can be sent, sent ones cannot", async () => {
  const at = new Date("2026-11-20T09:00:00Z");
  const ids = await withMail.db
    .insertInto("outbox")
    .values(
      [
        { given_up_at: at, attempts: 29 },
        { kept_at: at, attempts: 0 },
        { sent_at: at, attempts: 1 },
      ].map((values) => ({
        ...{ template: "password-reset", recipient: "juma@donors.example" },
        ...{ details: JSON.stringify({ address: "/auth/forgot" }), ...values },
      })),
    )
    .returning("id")
    .execute();
  const [failed = 0n, kept = 0n, sent = 0n] = ids.map(({ id }) => id);
  const button = async (id: bigint) =>
    sendButtonIn((await withMail.get(`/admin/mail/${id}`, { Cookie: cookies.withMail })).text);
  const send = (id: bigint) => postForm(withMail, `/admin/mail/${id}`, {}, { Cookie: cookies.withMail });
  const statuses = async () =>
    (
      await withMail.db
        .selectFrom("outbox")
        .select(["id", "status"])
        .where("id", "in", [failed, kept, sent])
        .orderBy("id")
        .execute()
    ).map(({ status }) => status);

  expect(await button(failed)).toBe("Send again");
  expect(await button(kept)).toBe("Send");
  for (const id of [failed, kept]) {
    expect((await send(id)).status).toBe(303);
    expect(await button(id)).toBeUndefined();
  }
  expect((await send(sent)).status).toBe(303);
  expect(await statuses()).toEqual(["waiting", "waiting", "sent"]);
  const audited = await withMail.db
    .selectFrom("audit_log")
    .select(["action", "subject"])
    .where("action", "in", ["send-email", "send-email-again"])
    .orderBy("id")
    .execute();
  expect(audited).toEqual([
    { action: "send-email-again", subject: `email:${failed}` },
    { action: "send-email", subject: `email:${kept}` },
  ]);
  await makePerson(withMail.databaseUrl, "amina", "admin");
  const { text } = await withMail.get("/admin/audit", { Cookie: await signIn(withMail, "amina") });
  for (const id of [failed, kept]) expectText(text, `href="/admin/mail/${id}"`);
  expect(wordsOf(text)).toMatch(new RegExp(`sent\\s+email ${kept}`));
});

test("without a mail server no single email is sent, and its page says so", async () => {
  for (const [id, status] of [
    [emails.kept, "kept"],
    [emails.failed, "given-up"],
  ] as const) {
    const { text } = await open(`/admin/mail/${id}`);
    expectText(text, "No mail server is set up.");
    expect(sendButtonIn(text)).toBeUndefined();
    const answer = await again(id);
    expect(answer.status).toBe(303);
    expect(await statusOf(id)).toBe(status);
    const Cookie = `${cookies.staff}; ${cookieOf(answer, /^amana_notice=/)}`;
    expectText((await open(`/admin/mail/${id}`, Cookie)).text, "Nothing was sent.");
  }
});

test("without a mail server saved emails stay, and the page says so", async () => {
  const { text } = await open("/admin/mail");
  expectNoText(text, "saved emails<");
  expectText(wordsOf(text), "When a mail server is set up, you can send them from this page.");
  const before = await db.selectFrom("outbox").select(["id", "status"]).orderBy("id").execute();
  expect((await postForm(site, "/admin/mail", {}, { Cookie: cookies.staff })).status).toBe(303);
  expect(await db.selectFrom("outbox").select(["id", "status"]).orderBy("id").execute()).toEqual(before);
});

test("an email whose content was erased cannot be sent again", async () => {
  const { id } = await withMail.db
    .insertInto("outbox")
    .values({
      template: "password-reset",
      recipient: "x@donors.example",
      given_up_at: new Date(),
      details: "{}",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const answer = await postForm(withMail, `/admin/mail/${id}`, {}, { Cookie: cookies.withMail });
  expect(answer.status).toBe(303);
  const Cookie = `${cookies.withMail}; ${cookieOf(answer, /^amana_notice=/)}`;
  const page = await withMail.get(`/admin/mail/${id}`, { Cookie });
  expectText(page.text, "The link in this email has expired");
});

test("every email has a safe preview and text in both languages", async () => {
  const kinds = [
    ...messageKinds.filter((kind) => kind !== "proposal"),
    ...proposalKinds.flatMap((kind) => proposalStatuses.map((became) => `${kind}-${became}`)),
  ];
  const seen = new Set<string>();
  for (const kind of kinds) {
    const subjects = new Set<string>();
    for (const language of ["en", "sw"]) {
      const page = await open(`/admin/mail/preview?kind=${kind}&language=${language}`);
      expect(page.status).toBe(200);
      expect(page.text).toMatch(/<iframe[^>]*sandbox=""/);
      subjects.add(/Subject: (?:<!-- -->)?<strong[^>]*>([^<]+)/.exec(page.text)?.[1] ?? "");
      const frame = await open(`/admin/mail/preview/${kind}/${language}`);
      expect(frame.status).toBe(200);
      expect(frame.text).toContain(`<html lang="${language}">`);
      expect(frame.headers["x-frame-options"]).toBe("SAMEORIGIN");
      expect(frame.headers["content-security-policy"]).toMatch(
        /^default-src 'none'; .*frame-ancestors 'self'; sandbox$/,
      );
    }
    expect(subjects.size, kind).toBe(2);
    expect(subjects.has("")).toBe(false);
    for (const subject of subjects) seen.add(subject);
  }
  expect(seen.size, "no two alike").toBe(2 * kinds.length);
  const offered = (await open("/admin/mail/preview?kind=proposal")).text;
  for (const label of [
    "Refund a donation: needs approval",
    "Record a donation: approved",
    "Change bank details: rejected",
  ])
    expectText(offered, label);
  expect((await open("/admin/mail/preview?kind=x&language=%00")).status).toBe(200);
  expect((await open("/admin/mail/preview/x/en")).status).toBe(404);
});

test("staff read the text of a receipt without the key of its link", async () => {
  await reportedDonation(db, scriptedProvider(), "conference-center");
  const { id, key } = await db
    .selectFrom("outbox as o")
    .innerJoin("donations as d", "d.id", "o.donation_id")
    .select(["o.id", "d.receipt_key as key"])
    .where("o.template", "=", "receipt")
    .orderBy("o.id", "desc")
    .executeTakeFirstOrThrow();
  if (key === null) throw new Error("the receipt has no key");
  for (const path of [`/admin/mail/${id}`, `/admin/mail/${id}.data`])
    expect((await open(path)).text, path).not.toContain(encodeURIComponent(key));
  const words = wordsOf((await open(`/admin/mail/${id}`)).text);
  for (const each of ["Subject", "The keys of links are left out", "TSh 10,000", "/donations/"])
    expect(words).toContain(each);
  expect(words).not.toContain("We do not show the text");
  const list = (kind: string) => open(`/admin/mail?kind=${kind}`);
  expect((await list("receipt")).text).toContain(`href="/admin/mail/${id}"`);
  expect((await list("invitation")).text).not.toContain(`href="/admin/mail/${id}"`);
});

test("staff still read a receipt after its donation was reversed, and the day of the reversal", async () => {
  const paid = await reportedDonation(db, scriptedProvider(), "conference-center");
  const { id } = await db
    .selectFrom("outbox")
    .select("id")
    .where("donation_id", "=", paid.donation_id)
    .where("template", "=", "receipt")
    .executeTakeFirstOrThrow();
  const read = async () => wordsOf((await open(`/admin/mail/${id}`)).text).replaceAll(/\s+/g, " ");
  expect(await read()).not.toContain("was reversed");
  await settleReported(db, reportOf(paid, { outcome: "reversed" }));
  const reversed = await read();
  expect(reversed).toMatch(
    /The donation was reversed on \d+ \w+ \d{4}, \d\d:\d\d \. This receipt is no longer sent\./,
  );
  expect(reversed).toContain("TSh 10,000");
  await db.updateTable("outbox").set({ sent_at: new Date(), kept_at: null }).where("id", "=", id).execute();
  expect(await read()).toContain("The donor had this receipt before.");
});

test("staff read a sent email about an account, and every kind says when its text was deleted", async () => {
  const insert = async (template: string, details: object) =>
    (
      await db
        .insertInto("outbox")
        .values({ template, recipient: "", details: JSON.stringify(details), sent_at: new Date() })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  const read = async (id: bigint) => {
    const page = await open(`/admin/mail/${id}`);
    expect(page.status).toBe(200);
    return wordsOf(page.text);
  };
  expect(await read(await insert("password-changed", { address: "/auth/forgot" }))).toContain("/auth/forgot");
  for (const [kind, role] of Object.entries(readableBy))
    if (kind !== "receipt" && role === "staff")
      expect(await read(await insert(kind, {})), kind).toContain("The text was deleted");
});

test("a link that acts for its recipient stays hidden, and so do changes of access from staff", async () => {
  const hidden = await open(`/admin/mail/${emails.sent}`);
  expectText(hidden.text, "its link acts in the name of the person who receives it");
  const values = { change: "role-admin", about: "omari@fund.example", by: "ada" };
  const { id } = await db
    .insertInto("outbox")
    .values({
      template: "access-changed",
      recipient: "ada@fund.example",
      details: JSON.stringify(values),
      kept_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ofStaff = await open(`/admin/mail/${id}`);
  expectText(ofStaff.text, "Only admins can read the text of this email");
  expectNoText(ofStaff.text, "omari@fund.example");
  expectText((await open(`/admin/mail/${id}`, await signIn(site, "ada"))).text, "omari@fund.example");
});

test("only staff see emails", async () => {
  for (const path of [
    "/admin/mail",
    `/admin/mail/${emails.sent}`,
    "/admin/mail/preview",
    "/admin/mail/preview/receipt/en",
  ]) {
    expect((await open(path, cookies.organizer)).status, path).toBe(403);
    expect((await site.get(path)).status, path).toBe(303);
  }
  expect((await again(emails.sent, cookies.organizer)).status).toBe(403);
  for (const id of ["0", "x", "999999"]) expect((await open(`/admin/mail/${id}`)).status).toBe(404);
});
