import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Role } from "#domain/accounts/roles.ts";
import { tzs } from "#domain/money/money.ts";
import type { OfflineDonation } from "#domain/donations/offline.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  expectSoundLedger,
  scriptedProvider,
  startedDonation,
  reportOf,
  settleReported,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { colleague, letRolesAge } from "#tests/support/accounts/staff-roles.ts";
import { changeRole } from "./change-role.ts";
import { confirmAccess } from "./confirm-access.ts";
import { confirmOfflineDonation } from "#operations/donations/decide-offline.ts";
import { decideProposal } from "#operations/cases/decide-proposal.ts";
import { disableAccount } from "./disable.ts";
import { enableAccount } from "./enable.ts";
import { enterOfflineDonation } from "#operations/donations/enter-offline.ts";
import { insertAccount } from "./create.ts";
import { propose } from "#operations/cases/propose.ts";
import { archiveCampaign } from "#operations/campaigns/archive.ts";
import { postUpdate } from "#operations/campaigns/updates/post.ts";
import { recordAction } from "#operations/system/record-action.ts";

const { db, asOwner } = await testRecords();
const provider = scriptedProvider();
const now = new Date();
let founder = "";
let honest = "";
let to = "";

beforeEach(async () => {
  await asOwner.updateTable("users").set({ role: "organizer" }).where("role", "=", "staff").execute();
  to = await campaign(db);
  founder = await colleague(db, "admin");
  honest = await colleague(db, "admin");
  for (const { id } of await admins())
    if (id !== founder && id !== honest) await disableAccount(db, id, null);
  await letRolesAge(db);
});

const admins = () =>
  db.selectFrom("users").select("id").where("role", "=", "admin").where("banned", "=", false).execute();

let made = 0;
async function invited(by: string, role: Role): Promise<string> {
  const name = `guest${(made += 1)}`;
  const account = { username: name, email: `${name}@fund.example`, role, name, hash: "x" };
  const outcome = await db
    .transaction()
    .execute((tx) => insertAccount(tx, { ...account, emailVerified: true, isInvented: false }, by));
  if (outcome.kind === "taken") throw new Error("taken");
  return outcome.id;
}

async function refundBy(by: string) {
  const donation = await startedDonation(db, provider, to);
  await settleReported(db, reportOf(donation));
  const change = { kind: "refund", externalId: donation.externalId, refundReference: "RF" } as const;
  return propose(db, change, { by, reason: "paid twice" });
}

async function decided(id: bigint, by: string): Promise<string> {
  const decision = { proposalId: id, decision: "approve", reason: "yes", by, provenAt: null } as const;
  return (await decideProposal(db, { ...decision, now: new Date() })).kind;
}

async function openRefund(by: string): Promise<bigint> {
  const outcome = await refundBy(by);
  if (outcome.kind !== "proposed") throw new Error(outcome.kind);
  return outcome.id;
}

let lines = 0;
async function entered(by: string): Promise<bigint> {
  const donation: OfflineDonation = {
    campaignId: to,
    amount: tzs(4_000_000_000),
    donor: { kind: "anonymous" },
    phone: null,
    message: null,
    language: "en",
    method: "bank",
    receivedOn: "2026-11-18",
    reference: `slip ${(lines += 1)}`,
    document: null,
  };
  const outcome = await enterOfflineDonation(db, donation, { by, now });
  if (outcome.kind !== "entered") throw new Error(outcome.kind);
  return outcome.id;
}

async function offlineConfirmed(id: bigint, by: string): Promise<string> {
  const outcome = await confirmOfflineDonation(db, { id, by, reason: "seen", now });
  return outcome.kind === "hindered" ? outcome.hindrance.kind : outcome.kind;
}

/** The same confirmation without the check of the operation. */
async function forcedOffline(id: bigint, by: string): Promise<string> {
  const set = { status: "confirmed", decided_by: by, reason: "seen" } as const;
  return db
    .updateTable("offline_donations")
    .set({ ...set, decided_at: sql<Date>`now()`, donation_id: null })
    .where("id", "=", id)
    .execute()
    .then(
      () => "it was allowed",
      (error: unknown) => (error instanceof Error ? error.message : "?"),
    );
}

test("an invited member of staff cannot propose before a second admin confirms", async () => {
  const puppet = await invited(founder, "staff");
  await letRolesAge(db);
  expect(await refundBy(puppet)).toEqual({ kind: "access-not-confirmed" });
  const row = {
    kind: "refund",
    subject: "donation:x",
    details: "{}",
    reason: "x",
    proposed_by: puppet,
  } as const;
  await expect(db.insertInto("proposals").values(row).execute()).rejects.toThrow(/confirms the access/);
  expect(await confirmAccess(db, puppet, honest)).toBe("confirmed");
  expect(await decided(await openRefund(puppet), honest)).toBe("decided");
});

test("an invited admin cannot decide before a second admin confirms", async () => {
  const [evil, id] = [await invited(founder, "admin"), await openRefund(honest)];
  await letRolesAge(db);
  expect(await decided(id, evil)).toBe("unconfirmed");
  expect(await confirmAccess(db, evil, honest)).toBe("confirmed");
  expect(await decided(id, evil)).toBe("decided");
});

test("neither the inviter nor an unconfirmed admin confirms the access", async () => {
  const [first, second] = [await invited(founder, "admin"), await invited(founder, "admin")];
  await letRolesAge(db);
  for (const by of [founder, first, second, await colleague(db, "staff")])
    expect(await confirmAccess(db, second, by)).toBe("not-yours");
  const { id } = await db
    .selectFrom("role_grants")
    .select("id")
    .where("user_id", "=", second)
    .executeTakeFirstOrThrow();
  const forced = db.insertInto("access_confirmations").values({ grant_id: id, confirmed_by: founder });
  await expect(forced.execute()).rejects.toThrow(/may not confirm/);
  expect(await confirmAccess(db, second, honest)).toBe("confirmed");
  expect(await confirmAccess(db, second, honest)).toBe("unknown");
});

test("a raised role and an enabled account need a second admin too", async () => {
  const clerk = await colleague(db, "staff");
  await changeRole(db, { userId: clerk, role: "admin" }, founder);
  expect(await confirmAccess(db, clerk, founder)).toBe("not-yours");
  expect(await confirmAccess(db, clerk, honest)).toBe("confirmed");
  await disableAccount(db, clerk, founder);
  await enableAccount(db, clerk, founder);
  expect(await refundBy(clerk)).toEqual({ kind: "access-not-confirmed" });
  expect(await confirmAccess(db, clerk, honest)).toBe("confirmed");
});

test("a lowered role does not remove the need for a second admin", async () => {
  const evil = await invited(founder, "admin");
  await changeRole(db, { userId: evil, role: "staff" }, founder);
  expect(await refundBy(evil)).toEqual({ kind: "access-not-confirmed" });
});

test("removing the second admin first does not remove the confirmation", async () => {
  await disableAccount(db, honest, founder);
  const puppet = await invited(founder, "staff");
  await letRolesAge(db, 71);
  expect(await refundBy(puppet)).toEqual({ kind: "access-not-confirmed" });
});

test("people added by the operator or a single admin need no confirmation", async () => {
  await disableAccount(db, honest, founder);
  await letRolesAge(db);
  expect((await refundBy(await invited(founder, "staff"))).kind).toBe("proposed");
});

test("the confirmation is emailed to all admins and logged for audit", async () => {
  const puppet = await invited(founder, "staff");
  await confirmAccess(db, puppet, honest);
  const outcome = await db
    .selectFrom("outbox")
    .select("recipient")
    .where(sql`details ->> 'change'`, "=", "confirmed")
    .where(sql`details ->> 'about'`, "=", `guest${made}@fund.example`)
    .execute();
  expect(outcome.map(({ recipient }) => recipient)).toEqual(
    expect.arrayContaining([`${founder}@fund.example`, `${honest}@fund.example`]),
  );
  const logged = await db
    .selectFrom("audit_log")
    .select("actor_id")
    .where("action", "=", "access-confirmed")
    .where("subject", "=", `user:${puppet}`)
    .execute();
  expect(logged).toEqual([{ actor_id: honest }]);
});

test("an unconfirmed person changes nothing, past the pages too", async () => {
  const puppet = await invited(founder, "staff");
  await letRolesAge(db);
  const own = await campaign(db, { owner_id: puppet });
  const archive = (by: string) => archiveCampaign(db, { id: to, isArchived: true, by, now });
  const post = (id: string) =>
    postUpdate(
      db,
      id,
      { title: { en: "News", sw: null }, content: { en: "Well", sw: null }, picture: null },
      puppet,
    );
  await expect(archive(puppet)).rejects.toThrow("a second admin must confirm");
  await expect(post(to)).rejects.toThrow("a second admin must confirm");
  expect((await post(own)).kind, "their own campaign").toBe("posted");
  await recordAction(db, puppet, { action: "password-changed", subject: `user:${puppet}` });
  await recordAction(db, puppet, {
    action: "campaign-submitted",
    subject: "submission:1",
    after: { version: 1 },
  });
  await confirmAccess(db, puppet, honest);
  expect(await archive(puppet)).toBe("done");
});

test("an inviter cannot decide with the invited while another admin can", async () => {
  const [first, second] = [await invited(founder, "admin"), await invited(founder, "admin")];
  for (const each of [first, second]) await confirmAccess(db, each, honest);
  await letRolesAge(db);
  const id = await openRefund(first);
  expect([await decided(id, founder), await decided(id, second)]).toEqual(["tied", "tied"]);
  expect(await decided(id, honest)).toBe("decided");
});

test("an inviter decides after 72 hours if no other admin can", async () => {
  const clerk = await invited(founder, "staff");
  await confirmAccess(db, clerk, honest);
  const id = await openRefund(clerk);
  await disableAccount(db, honest, founder);
  expect(await decided(id, founder)).toBe("new-proposer");
  await letRolesAge(db);
  expect(await decided(id, founder)).toBe("decided");
});

test("a new member of staff cannot confirm an offline donation", async () => {
  const puppet = await invited(founder, "staff");
  const id = await entered(founder);
  expect(await offlineConfirmed(id, puppet)).toBe("unconfirmed");
  expect(await forcedOffline(id, puppet)).toContain("unconfirmed");
  await confirmAccess(db, puppet, honest);
  expect(await offlineConfirmed(id, puppet)).toBe("brought-in-by-proposer");
  expect(await forcedOffline(id, puppet)).toContain("new-admin");
  await letRolesAge(db);
  expect(await offlineConfirmed(id, puppet)).toBe("brought-in-by-proposer");
  expect(await forcedOffline(id, puppet)).toContain("brought-in-by-proposer");
  expect(await offlineConfirmed(id, honest)).toBe("confirmed");
});

test("an inviter cannot confirm an offline donation of the invited person", async () => {
  const clerk = await invited(founder, "staff");
  await confirmAccess(db, clerk, honest);
  await letRolesAge(db);
  const id = await entered(clerk);
  expect(await offlineConfirmed(id, founder)).toBe("tied");
  expect(await forcedOffline(id, founder)).toContain("tied");
  expect(await offlineConfirmed(id, honest)).toBe("confirmed");
});

test("disabling all others does not let one person confirm alone", async () => {
  const id = await entered(founder);
  await disableAccount(db, honest, founder);
  expect(await offlineConfirmed(id, founder)).toBe("others-left");
  expect(await forcedOffline(id, founder)).toContain("others-left");
  await letRolesAge(db);
  expect(await offlineConfirmed(id, founder)).toBe("confirmed");
  await expectSoundLedger(db);
});
