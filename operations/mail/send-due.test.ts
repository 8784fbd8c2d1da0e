import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase, type Database } from "#database/sql.server.ts";
import type { Delivery, Email, Mailer } from "#domain/mail/messages.ts";
import { openMailer } from "#email/send.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { listeningMailServer, readEmail, refusal, type MailServer } from "#tests/support/mail/server.ts";
import { campaign, complete, pendingDonation, reverse } from "#tests/support/database/records.ts";
import { sendMail } from "./send-due.ts";

let own: Awaited<ReturnType<typeof testDatabase>>;
let node: Database;
let otherNode: Database;
let server: MailServer;
let mailer: ReturnType<typeof openMailer>;
let otherMailer: ReturnType<typeof openMailer>;

const from = { name: "Fund", address: "fund@fund.example" };
const place = { origin: "https://fund.example", pretended: false };

beforeAll(async () => {
  own = await testDatabase();
  node = openDatabase(own.webUrl);
  otherNode = openDatabase(own.webUrl);
  server = await listeningMailServer();
  mailer = openMailer(server.url, from, place);
  otherMailer = openMailer(server.url, from, place);
  await writeSetting("fund", { name: { en: "The Fund", sw: "Mfuko" }, tagline: { en: "Give", sw: null } });
  await writeSetting("contact", {
    phones: [],
    emails: ["help@fund.example"],
    address: { en: "Dodoma", sw: null },
  });
  await writeSetting("office-hours", []);
});

beforeEach(async () => {
  await onDatabase(own.url, "delete from outbox; delete from cases");
  await node.readWrite.deleteFrom("site_settings").where("key", "=", "jobs").execute();
  server.received.length = 0;
  server.manners.onRecipient = () => null;
  server.manners.onEmail = () => {};
});

afterAll(async () => {
  mailer?.close();
  otherMailer?.close();
  await server?.close();
  await node?.close();
  await otherNode?.close();
  await own?.close();
});

async function writeSetting(key: string, value: unknown): Promise<void> {
  await node.readWrite
    .insertInto("site_settings")
    .values({ key, value: JSON.stringify(value), is_public: key !== "jobs" })
    .onConflict((clash) => clash.column("key").doUpdateSet({ value: JSON.stringify(value) }))
    .execute();
}

async function waitingEmail(
  recipient: string,
  template = "password-reset",
  about: object = {},
): Promise<bigint> {
  const { id } = await node.readWrite
    .insertInto("outbox")
    .values({ template, recipient, details: JSON.stringify({ address: "/reset?token=abc", ...about }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const letters = () => node.readWrite.selectFrom("outbox").selectAll().orderBy("id").execute();
const cases = () => node.readWrite.selectFrom("cases").selectAll().orderBy("id").execute();
const makeDue = () =>
  node.readWrite
    .updateTable("outbox")
    .set({ send_after: sql<Date>`now()` })
    .where("status", "=", "waiting")
    .execute();

async function onlyEmail() {
  const [email, ...more] = await letters();
  if (email === undefined || more.length > 0) throw new Error("not one letter");
  return email;
}

test("two nodes that send at the same time send each email once", async () => {
  for (let at = 0; at < 40; at++) await waitingEmail(`donor-${at}@donors.example`);
  const [one, two] = await Promise.all([
    sendMail(node.readWrite, mailer, seal, { atOnce: 3 }),
    sendMail(otherNode.readWrite, otherMailer, seal, { atOnce: 3 }),
  ]);
  expect(one.sent + two.sent).toBe(40);
  expect(new Set(server.received.map(({ recipients }) => recipients[0])).size).toBe(40);
  expect(server.received).toHaveLength(40);
  expect((await letters()).every(({ status }) => status === "sent")).toBe(true);
});

test("a receipt matches the ledger and leaves no secrets when sent", async () => {
  const db = node.readWrite;
  const to = await campaign(db, { title: "Girls' dormitories", title_sw: "Mabweni ya wasichana" });
  const donation = await pendingDonation(db, {
    to,
    amount: 50_000n,
    fee: 1_750n,
    donation: { donor_name: "Asha", donor_email: "asha@donors.example", language: "sw", receipt_key: "k3y" },
  });
  await complete(db, donation);
  await db
    .insertInto("outbox")
    .values({
      donation_id: donation.donationId,
      template: "receipt",
      recipient: "asha@donors.example",
      language: "sw",
    })
    .execute();
  await waitingEmail("juma@donors.example");
  expect(await sendMail(db, mailer, seal)).toMatchObject({ sent: 2 });
  const receipt = server.received.find(({ recipients }) => recipients[0] === "asha@donors.example");
  const { text, header } = readEmail(receipt?.raw ?? "");
  expect(header("Subject")).toBe("Risiti ya mchango wako: Mabweni ya wasichana");
  expect(text).toMatch(/Mchango: TSh\s50,000\nAda ya muamala: TSh\s1,750\nJumla iliyolipwa: TSh\s51,750/);
  expect(text).toMatch(new RegExp(`https://fund.example/sw/donations/${to}_[0-9a-f]+\\?key=k3y`));
  expect((await letters()).map(({ details }) => details)).toEqual([{}, {}]);
});

test("no receipt is sent for a refunded donation, and no case opens", async () => {
  const db = node.readWrite;
  const donation = await pendingDonation(db, { to: await campaign(db) });
  const journal = await complete(db, donation);
  await db
    .insertInto("outbox")
    .values({ donation_id: donation.donationId, template: "receipt", recipient: "asha@donors.example" })
    .execute();
  await reverse(db, donation, journal);
  expect(await sendMail(db, mailer, seal)).toMatchObject({ withdrawn: 1, sent: 0 });
  expect(server.received).toEqual([]);
  expect(await onlyEmail()).toMatchObject({ status: "given-up" });
  expect(await cases()).toEqual([]);
});

test("an email refused temporarily is tried again later and sent", async () => {
  await waitingEmail("asha@donors.example");
  server.manners.onRecipient = () => refusal(451, "greylisted");
  expect(await sendMail(node.readWrite, mailer, seal)).toMatchObject({ later: 1 });
  expect(await sendMail(node.readWrite, mailer, seal)).toMatchObject({ later: 0, sent: 0 });
  expect(await onlyEmail()).toMatchObject({ status: "waiting", attempts: 1 });
  server.manners.onRecipient = () => null;
  await makeDue();
  expect(await sendMail(node.readWrite, mailer, seal)).toMatchObject({ sent: 1 });
  expect(await onlyEmail()).toMatchObject({ status: "sent", attempts: 2, last_error: null });
  expect(server.received).toHaveLength(1);
  expect(await cases()).toEqual([]);
});

test("after a day of attempts an email fails and becomes a case", async () => {
  const id = await waitingEmail("asha@donors.example");
  await node.readWrite.updateTable("outbox").set({ attempts: 29 }).execute();
  server.manners.onRecipient = () => refusal(451, "mailbox of asha@donors.example is full");
  await sendMail(node.readWrite, mailer, seal);
  expect(await onlyEmail()).toMatchObject({ status: "given-up", details: {} });
  const [found] = await cases();
  expect(found).toMatchObject({ kind: "undelivered", subject: `outbox:${id}`, status: "open" });
  expect(JSON.stringify(found?.details)).not.toContain("asha");
});

test("a refused address opens a case immediately, and other emails are sent", async () => {
  const id = await waitingEmail("nobody@donors.example");
  await waitingEmail("asha@donors.example");
  server.manners.onRecipient = (address) =>
    address.startsWith("nobody") ? refusal(550, "no such user") : null;
  expect(await sendMail(node.readWrite, mailer, seal)).toMatchObject({ refused: 1, sent: 1 });
  expect((await letters()).map(({ status }) => status)).toEqual(["given-up", "sent"]);
  expect(await cases()).toMatchObject([{ kind: "undelivered", subject: `outbox:${id}` }]);
});

test("emails to one wrong address open one case", async () => {
  const id = await waitingEmail("nobody@donors.example");
  await waitingEmail("Nobody@donors.example");
  await waitingEmail("no.one@donors.example");
  server.manners.onRecipient = () => refusal(550, "no such user");
  expect(await sendMail(node.readWrite, mailer, seal)).toMatchObject({ refused: 3 });
  const found = await cases();
  expect(found).toHaveLength(2);
  expect(found[0]).toMatchObject({ kind: "undelivered", subject: `outbox:${id}` });
});

test("an email keeps its details after sending only if staff may read it again", async () => {
  const details = { address: "/auth/forgot" };
  for (const template of ["password-changed", "password-reset"]) {
    await waitingEmail("asha@donors.example", template, details);
    await waitingEmail("nobody@donors.example", template, details);
  }
  server.manners.onRecipient = (address) => (address.startsWith("nobody") ? refusal(550, "no") : null);
  await sendMail(node.readWrite, mailer, seal);
  expect((await letters()).map((each) => [each.status, each.details])).toEqual([
    ["sent", details],
    ["given-up", details],
    ["sent", {}],
    ["given-up", {}],
  ]);
});

test("an unreachable server keeps all emails waiting, later with one case", async () => {
  for (let at = 0; at < 3; at++) await waitingEmail(`donor-${at}@donors.example`);
  const away: Mailer = {
    send: async () => ({ kind: "unreachable", reason: "connection refused", mayHaveArrived: false }),
  };
  expect(await sendMail(node.readWrite, away, seal)).toMatchObject({ unreachable: 1 });
  expect((await letters()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1]);
  await node.readWrite.updateTable("outbox").set({ attempts: 29 }).execute();
  for (let at = 0; at < 3; at++) {
    await makeDue();
    await sendMail(node.readWrite, away, seal);
  }
  expect((await letters()).map(({ status }) => status)).toEqual(["given-up", "given-up", "given-up"]);
  expect(await cases()).toMatchObject([{ kind: "mail-server", subject: "mail" }]);
});

test("a crash after the server accepts repeats the same Message-ID", async () => {
  await waitingEmail("asha@donors.example");
  const died = Promise.withResolvers<never>();
  const taken = Promise.withResolvers<void>();
  const dying: Mailer = {
    async send(email: Email): Promise<Delivery> {
      await mailer.send(email);
      taken.resolve();
      return died.promise;
    },
  };
  const dead = sendMail(node.readWrite, dying, seal).catch((error: unknown) => error);
  await taken.promise;
  expect(await sendMail(otherNode.readWrite, otherMailer, seal)).toMatchObject({ sent: 0 });
  expect(server.received).toHaveLength(1);

  await makeDue();
  expect(await sendMail(otherNode.readWrite, otherMailer, seal)).toMatchObject({ sent: 1 });
  expect(await sendMail(otherNode.readWrite, otherMailer, seal)).toMatchObject({ sent: 0 });
  expect(server.received).toHaveLength(2);
  const ids = server.received.map(({ raw }) => readEmail(raw).header("Message-ID"));
  expect(new Set(ids).size).toBe(1);

  // A slow sender whose claim expired cannot change the result.
  died.reject(new Error("killed"));
  await dead;
  expect(await onlyEmail()).toMatchObject({ status: "sent", attempts: 2, last_error: null });
});

test("an address gets three emails an hour, across spellings and nodes", async () => {
  for (const recipient of ["asha@donors.example", "Asha@Donors.example"])
    for (let at = 0; at < 4; at++) await waitingEmail(recipient);
  await waitingEmail("juma@donors.example");
  await Promise.all([
    sendMail(node.readWrite, mailer, seal, { atOnce: 3 }),
    sendMail(otherNode.readWrite, otherMailer, seal, { atOnce: 3 }),
  ]);
  const to = server.received.map(({ recipients }) => recipients[0]?.toLowerCase());
  expect(to.filter((each) => each === "asha@donors.example")).toHaveLength(3);
  expect(to.filter((each) => each === "juma@donors.example")).toHaveLength(1);
  const waiting = (await letters()).filter(({ status }) => status === "waiting");
  expect(new Set(waiting.map(({ last_error: why }) => why))).toEqual(
    new Set(["This address has had 3 emails in the last hour"]),
  );

  await node.readWrite
    .updateTable("outbox")
    .set({ tried_at: sql<Date>`tried_at - interval '61 minutes'` })
    .execute();
  await makeDue();
  await sendMail(node.readWrite, mailer, seal);
  expect(server.received).toHaveLength(7);
});

test("security warnings are not delayed by emails that strangers request", async () => {
  for (let at = 0; at < 5; at++) await waitingEmail("wema@fund.example", "password-changed");
  for (let at = 0; at < 5; at++) await waitingEmail("wema@fund.example");
  await sendMail(node.readWrite, mailer, seal);
  await waitingEmail("wema@fund.example", "email-undo");
  await waitingEmail("wema@fund.example", "password-changed");
  await sendMail(node.readWrite, mailer, seal);
  const sent = (await letters()).filter(({ status }) => status === "sent").map(({ template }) => template);
  const count = (kind: string) => sent.filter((template) => template === kind).length;
  expect([count("password-changed"), count("email-undo"), count("password-reset")]).toEqual([6, 1, 3]);
});

test.each(["submission", "change-request", "organizer-suspended", "suspension-lifted"])(
  "a public form does not delay %s, and this delays no link",
  async (template) => {
    for (let at = 0; at < 3; at++) await waitingEmail("wema@fund.example");
    await sendMail(node.readWrite, mailer, seal);
    const gone = { submissionId: "1", version: 1, event: "approved", requestId: "1" };
    for (let at = 0; at < 3; at++) await waitingEmail("wema@fund.example", template, gone);
    // A submission that is gone has nothing to say. The attempt shows that the email did not wait.
    await sendMail(node.readWrite, mailer, seal);
    const tried = (await letters()).filter((each) => each.template === template);
    expect(tried.map(({ last_error: why }) => why)).not.toContainEqual(expect.stringContaining("last hour"));
    expect(tried.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  },
);

test("a job that staff switch off stops sending immediately", async () => {
  for (let at = 0; at < 5; at++) await waitingEmail(`donor-${at}@donors.example`);
  await writeSetting("jobs", { "send-mail": false });
  expect(await sendMail(node.readWrite, mailer, seal)).toMatchObject({ sent: 0, kept: 0 });
  expect(server.received).toEqual([]);

  await writeSetting("jobs", { "send-mail": true });
  server.manners.onEmail = () => writeSetting("jobs", { "send-mail": false });
  expect(await sendMail(node.readWrite, mailer, seal)).toMatchObject({ sent: 1 });
  expect(server.received).toHaveLength(1);
});

test("without a mail server emails are saved complete for staff", async () => {
  await waitingEmail("asha@donors.example");
  expect(await sendMail(node.readWrite, null, seal)).toMatchObject({ kept: 1 });
  expect(await onlyEmail()).toMatchObject({
    status: "kept",
    attempts: 0,
    details: { address: "/reset?token=abc" },
  });
  expect(await sendMail(node.readWrite, mailer, seal)).toMatchObject({ sent: 0 });
  expect(await cases()).toEqual([]);
});

test("an email that cannot be rendered is reported and delays no other", async () => {
  await waitingEmail("asha@donors.example", "no-such-template");
  await waitingEmail("juma@donors.example");
  await expect(sendMail(node.readWrite, mailer, seal)).rejects.toThrow("1 letters could not be written");
  expect((await letters()).map(({ status }) => status)).toEqual(["waiting", "sent"]);
});
