import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openMailer } from "#email/send.ts";
import { sendMail } from "#operations/mail/send-due.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, fundSettings, pendingDonation } from "#tests/support/database/records.ts";
import { listeningMailServer, readEmail, refusal } from "#tests/support/mail/server.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { suspendOrganizer } from "#operations/campaigns/suspend-organizer.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { editUpdate } from "./edit.ts";
import { postUpdate } from "./post.ts";
import { queueUpdateEmails } from "./queue-emails.ts";
import { removeUpdate } from "./remove.ts";

const { db, asOwner } = await testRecords();
await fundSettings(db);
const to = await campaign(db);

beforeEach(async () => {
  await sql`delete from outbox`.execute(asOwner);
  await sql`delete from followers`.execute(asOwner);
  await sql`delete from rate_limits`.execute(asOwner);
});

const news = {
  title: { en: "The roof", sw: null },
  content: { en: "It is **finished**.", sw: null },
  picture: null,
};

async function post(): Promise<{ id: number; emails: number }> {
  const posted = await postUpdate(db, to, news, "staff");
  if (posted.kind !== "posted") throw new Error("not posted");
  return posted;
}

const follow = (...emails: string[]) =>
  db
    .insertInto("followers")
    .values(emails.map((email) => ({ email, campaign_id: to })))
    .execute();

async function donate(email: string, donation: { wants_updates?: boolean; created_at?: Date } = {}) {
  await complete(db, await pendingDonation(db, { to, donation: { donor_email: email, ...donation } }));
}

const recipients = async () =>
  (await db.selectFrom("outbox").select("recipient").orderBy("recipient").execute()).map(
    ({ recipient }) => recipient,
  );

test("a person who follows and donated twice gets one email", async () => {
  await follow("asha@donors.example");
  await donate("Asha@donors.example", { wants_updates: true });
  await donate("ASHA@donors.example", { wants_updates: true });
  await donate("juma@donors.example", { wants_updates: true });
  await post();
  expect(await recipients()).toEqual(["asha@donors.example", "juma@donors.example"]);
});

test("a donor who did not agree, or did not pay, gets no updates", async () => {
  await donate("asha@donors.example");
  await pendingDonation(db, { to, donation: { donor_email: "juma@donors.example", wants_updates: true } });
  expect((await post()).emails).toBe(0);
});

test("unsubscribing counts more than an earlier agreement, not than a later one", async () => {
  await follow("asha@donors.example");
  await db
    .updateTable("followers")
    .set({ ended_at: sql<Date>`now()` })
    .execute();
  await donate("asha@donors.example", { wants_updates: true, created_at: new Date(Date.now() - 60_000) });
  expect((await post()).emails).toBe(0);
  await donate("asha@donors.example", { wants_updates: true, created_at: new Date(Date.now() + 60_000) });
  expect((await post()).emails).toBe(1);
});

test("an anonymous donor cannot agree to updates", async () => {
  const donation = { is_anonymous: true, wants_updates: true };
  await expect(pendingDonation(db, { to, donation })).rejects.toThrow(/donations_updates_need_email/);
});

test("queueing an update again queues nothing", async () => {
  await follow("asha@donors.example", "juma@donors.example");
  const { id, emails } = await post();
  expect([emails, await queueUpdateEmails(db, id), (await recipients()).length]).toEqual([2, 0, 2]);
});

test("ten thousand followers are queued by one post", async () => {
  await sql`
    insert into followers (campaign_id, email)
    select ${to}, 'donor-' || n || '@donors.example' from generate_series(1, 10000) n
  `.execute(db);
  expect((await post()).emails).toBe(10_000);
  expect(new Set(await recipients()).size).toBe(10_000);
});

async function withMailServer(
  work: (server: Awaited<ReturnType<typeof listeningMailServer>>) => Promise<void>,
) {
  const server = await listeningMailServer();
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

const from = { name: "Fund", address: "fund@fund.example" };
const place = { origin: "https://fund.example", pretended: false };
const makeDue = () =>
  db
    .updateTable("outbox")
    .set({ send_after: sql<Date>`now()` })
    .execute();

test("an update carries the headers of a one-click unsubscription", async () => {
  await withMailServer(async (server) => {
    const mailer = openMailer(server.url, from, place);
    await follow("asha@donors.example");
    await post();
    await sendMail(db, mailer, seal);
    mailer.close();
    const [email] = server.received.map(({ raw }) => readEmail(raw));
    expect(email?.header("List-Unsubscribe")).toMatch(
      /^<https:\/\/fund\.example\/api\/unsubscribe\?key=v1[\w.%-]+>$/,
    );
    expect(email?.header("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(email?.text).toContain("It is finished.");
  });
});

test("receipts and links are sent before waiting updates", async () => {
  await withMailServer(async (server) => {
    const mailer = openMailer(server.url, from, place);
    await follow("asha@donors.example", "juma@donors.example");
    await post();
    const details = JSON.stringify({ address: "/reset?token=abc" });
    await db
      .insertInto("outbox")
      .values({ template: "password-reset", recipient: "neema@fund.example", details })
      .execute();
    await sendMail(db, mailer, seal);
    mailer.close();
    expect(server.received.map(({ recipients: [first] }) => first)[0]).toBe("neema@fund.example");
    expect(server.received).toHaveLength(3);
  });
});

test("an update whose delivery is uncertain is not sent again", async () => {
  await follow("asha@donors.example");
  await post();
  const cut = {
    send: async () => ({ kind: "unreachable", reason: "connection lost", mayHaveArrived: true }) as const,
  };
  await sendMail(db, cut, seal);
  await makeDue();
  expect(await sendMail(db, cut, seal)).toMatchObject({ unreachable: 0 });
  const { status } = await db.selectFrom("outbox").select("status").executeTakeFirstOrThrow();
  expect(status).toBe("given-up");
});

test("an update that a server asked to send later is sent once", async () => {
  await withMailServer(async (server) => {
    const mailer = openMailer(server.url, from, place);
    let isFull = true;
    server.manners.onRecipient = () => (isFull ? refusal(452, "mailbox full") : null);
    await follow("asha@donors.example");
    await post();
    await sendMail(db, mailer, seal);
    isFull = false;
    await makeDue();
    await db.updateTable("outbox").set({ tried_at: null }).execute();
    await sendMail(db, mailer, seal);
    await sendMail(db, mailer, seal);
    mailer.close();
    expect(server.received).toHaveLength(1);
  });
});

test("a suspended organizer changes no update, and waiting emails of theirs are not sent", async () => {
  const [owner, staff] = [await colleague(db, "organizer"), await colleague(db, "staff")];
  const own = await campaign(db, { owner_id: owner });
  await db.insertInto("followers").values({ email: "asha@donors.example", campaign_id: own }).execute();
  const posted = await postUpdate(db, own, news, owner);
  if (posted.kind !== "posted") throw new Error("not posted");
  await suspendOrganizer(db, { userId: owner, reason: "We check a report.", by: staff });
  expect(await postUpdate(db, own, news, owner)).toEqual({ kind: "suspended" });
  const about = { id: posted.id, campaignId: own };
  expect(await editUpdate(db, about, news, owner)).toBe("suspended");
  expect(await removeUpdate(db, about, owner)).toBe("suspended");
  expect(await postUpdate(db, own, news, staff)).toMatchObject({ kind: "posted", emails: 1 });
  const sent: string[] = [];
  const mailer = {
    send: async ({ message }: { message: { kind: string } }) => {
      sent.push(message.kind);
      return { kind: "sent" } as const;
    },
  };
  await sendMail(db, mailer, seal);
  // Only the update of staff, beside the message about the suspension.
  expect(sent).toEqual(["organizer-suspended", "campaign-update"]);
});

test("an author posts three updates to a campaign in a day", async () => {
  await follow("asha@donors.example");
  for (let at = 0; at < 3; at++) await post();
  expect(await postUpdate(db, to, news, "staff")).toMatchObject({ kind: "limited" });
  expect(await recipients()).toHaveLength(3);
});

test("updates do not delay a receipt to the same person", async () => {
  await follow("asha@donors.example");
  for (let at = 0; at < 3; at++) await post();
  const send = async () => ({ kind: "sent" }) as const;
  expect((await sendMail(db, { send }, seal)).sent).toBe(3);
  const details = JSON.stringify({ address: "/auth/forgot" });
  await db
    .insertInto("outbox")
    .values({ template: "password-changed", recipient: "asha@donors.example", details })
    .execute();
  await db
    .insertInto("outbox")
    .values({ template: "sign-up-again", recipient: "asha@donors.example", details })
    .execute();
  expect((await sendMail(db, { send }, seal)).sent).toBe(2);
});
