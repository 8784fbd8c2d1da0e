import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Role } from "#domain/accounts/roles.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { colleague, letRolesAge, signedIn } from "#tests/support/accounts/staff-roles.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { nameActor } from "#database/accounts/role-grants.ts";
import { requireSecondStep } from "./second-step/require.ts";
import { changeRole } from "./change-role.ts";
import { confirmAccess } from "./confirm-access.ts";
import { eraseDonor } from "#operations/donations/erase-donor.ts";
import { viewDonor } from "#operations/donations/view-donor.ts";
import { campaign, pendingDonation } from "#tests/support/database/records.ts";
import { exportDonor } from "#operations/donations/export-donor.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { decideProposal } from "#operations/cases/decide-proposal.ts";
import { disableAccount } from "./disable.ts";
import { enableAccount } from "./enable.ts";
import { invitePerson, withdrawInvitation } from "./invite.ts";
import { makeAccount } from "./create.ts";
import { resetSignIn } from "./reset-sign-in.ts";

const { db, asOwner } = await testRecords();

const first = await makeAccount(
  asOwner,
  { username: "first", email: "first@fund.example", role: "admin", password: "karafuu na mdalasini" },
  null,
);
if (first.kind === "taken") throw new Error("taken");
const founder = first.id;
const invite = async (by: string, role: Role, email: string) =>
  invitePerson(
    db,
    seal,
    { email, role, language: "en" },
    await signedIn(db, { id: by, role: "admin" as const }),
  );
const invitedAtOnce = await invite(founder, "admin", "early@fund.example");
const other = await colleague(db, "admin");

beforeEach(async () => {
  await asOwner.updateTable("users").set({ banned: false }).where("id", "in", [founder, other]).execute();
  await letRolesAge(db);
});

let count = 0;
async function proposed(by: string): Promise<bigint> {
  const details = { kind: "refund", externalId: `none-${++count}`, refundReference: "RF" };
  const { id } = await db
    .insertInto("proposals")
    .values({
      kind: "refund",
      subject: `donation:none-${count}`,
      details: JSON.stringify(details),
      reason: "given twice",
      proposed_by: by,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Rejecting is a decision too, and needs no donation. */
async function decide(id: bigint, by: string, provenAt: Date | null = null) {
  const deciding = {
    proposalId: id,
    decision: "reject" as const,
    reason: "no",
    by,
    provenAt,
    now: new Date(),
  };
  return (await decideProposal(db, deciding)).kind;
}

/** The same decision without the check of the operation. */
async function force(id: bigint, by: string): Promise<string> {
  return db
    .transaction()
    .execute(async (tx) => {
      await tx
        .updateTable("proposals")
        .set({
          status: "rejected",
          decided_by: by,
          decided_at: sql<Date>`now()`,
          proven_at: sql<Date>`now()`,
        })
        .where("id", "=", id)
        .execute();
      throw new Error("it was allowed");
    })
    .catch((error: unknown) => (error instanceof Error ? error.message : "?"));
}

async function invited(by: string, role: Role, name: string): Promise<string> {
  const email = `${name}@fund.example`;
  const invitation = await invite(by, role, email);
  if (invitation.kind !== "invited") throw new Error(invitation.kind);
  const key = new URLSearchParams(invitation.address.split("?")[1]).get("key") ?? "";
  const chosen = { key, name, username: name, password: "bahati nne za kijani" };
  expect(await acceptInvitation({ db, breaches: null }, chosen)).toEqual({ kind: "accepted" });
  const { id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  expect(await confirmAccess(db, id, by === founder ? other : founder)).toBe("confirmed");
  return id;
}

test("the first admin of an installation decides without waiting", async () => {
  const id = await proposed(other);
  const grant = await db
    .selectFrom("role_grants")
    .select("is_first")
    .where("user_id", "=", founder)
    .executeTakeFirstOrThrow();
  expect(grant.is_first).toBe(true);
  expect(await decide(id, founder)).toBe("decided");
});

test("the first admin of an installation changes access without waiting", () => {
  expect(invitedAtOnce.kind).toBe("invited");
});

/** The same changes without the check of the operation. */
async function forceAccess(by: string, person: string): Promise<string[]> {
  const changes = [
    sql`update users set role = 'admin' where id = ${person}`,
    sql`update users set banned = not banned where id = ${person}`,
    sql`insert into account_links (hash, kind, email, role, made_by, expires_at)
      values ('\\x01', 'invitation', 'forced@fund.example', 'admin', ${by}, now() + interval '1 day')`,
    sql`insert into site_settings (key, value) values ('second-step', '{"required": false}')`,
  ];
  const refusals: string[] = [];
  for (const change of changes)
    await db
      .transaction()
      .execute(async (tx) => {
        await nameActor(tx, by);
        await change.execute(tx);
        throw new Error("it was allowed");
      })
      .catch((error: unknown) => refusals.push(error instanceof Error ? error.message : "?"));
  return refusals;
}

async function changesOfAccess(by: string, clerk: string, disabled: string) {
  const person = { id: by, hasSecondStep: true, hasPasskey: false };
  const outcomes = [
    await changeRole(db, { userId: clerk, role: "admin" }, by),
    await disableAccount(db, clerk, by),
    await enableAccount(db, disabled, by),
    await invite(by, "admin", "second@fund.example"),
    await invite(by, "staff", "clerk@fund.example"),
    await requireSecondStep(db, { required: false, by: person }),
  ];
  return outcomes.map((outcome) => (typeof outcome === "string" ? outcome : outcome.kind));
}

test("a new admin changes no one's access for 72 hours", async () => {
  const [clerk, disabled] = [await colleague(db, "staff"), await colleague(db, "staff")];
  await disableAccount(db, disabled, other);
  const sock = await invited(other, "admin", "newcomer");
  for (const hours of [0, 71]) {
    await letRolesAge(db, hours);
    expect(await changesOfAccess(sock, clerk, disabled)).toEqual(Array(6).fill("new-admin"));
    for (const refusal of await forceAccess(sock, clerk)) expect(refusal).toContain("new-admin");
    expect((await invite(sock, "organizer", `guest${hours}@fund.example`)).kind).toBe("invited");
  }
  await letRolesAge(db, 2);
  expect(await forceAccess(sock, clerk)).toEqual(Array(4).fill("it was allowed"));
  expect(await changesOfAccess(sock, clerk, disabled)).toEqual([
    ...["changed", "disabled", "enabled", "invited", "invited", "not-required"],
  ]);
  await requireSecondStep(db, { required: true, by: { id: sock, hasSecondStep: true, hasPasskey: false } });
});

async function withdrawalForced(by: string | null, email: string): Promise<string> {
  return db
    .transaction()
    .execute(async (tx) => {
      await nameActor(tx, by);
      await tx.deleteFrom("account_links").where("email", "=", email).execute();
      throw new Error("it was allowed");
    })
    .catch((error: unknown) => (error instanceof Error ? error.message : "?"));
}

const withdraw = async (by: string, email: string) => {
  const outcome = await withdrawInvitation(db, email, { id: by, role: "admin" });
  return typeof outcome === "string" ? outcome : outcome.kind;
};

test("a new admin withdraws no other person's invitation of staff", async () => {
  const sock = await invited(other, "admin", "withdrawer");
  for (const role of ["staff", "organizer"] as const) await invite(other, role, `${role}@open.example`);
  expect(await withdraw(sock, "staff@open.example")).toBe("new-admin");
  expect(await withdrawalForced(sock, "staff@open.example")).toContain("new-admin");
  expect(await withdrawalForced(null, "staff@open.example")).toContain("without naming the person");
  // Inviting the same person as an organizer would replace the invitation.
  expect((await invite(sock, "organizer", "staff@open.example")).kind).toBe("invited-higher");
  expect(await withdraw(sock, "organizer@open.example")).toBe("withdrawn");
  await letRolesAge(db);
  expect(await withdraw(sock, "staff@open.example")).toBe("withdrawn");
  await invite(sock, "staff", "own@open.example");
  for (const banned of [true, false])
    await asOwner.updateTable("users").set({ banned }).where("id", "=", sock).execute();
  expect(await withdraw(sock, "own@open.example")).toBe("withdrawn");
});

test("a new admin sees no overview of a donor", async () => {
  const sock = await invited(other, "admin", "watcher");
  const donation = await pendingDonation(db, { to: await campaign(db) });
  await expect(viewDonor(db, donation.donationId, sock)).rejects.toThrow();
});

test("a new admin exports and erases no donor data", async () => {
  const sock = await invited(other, "admin", "reader");
  const donor = { kind: "email", email: "none@donor.example" } as const;
  const requester = { by: sock, reason: "asked", now: new Date(), seen: null };
  const tried = async () => [
    (await exportDonor(db, donor, requester, async () => null)).kind,
    (await eraseDonor(db, donor, requester, async () => {})).kind,
  ];
  const forced = () =>
    Promise.all(
      (["export-donor", "erase-donor"] as const).map((action) =>
        recordAction(db, sock, {
          action,
          subject: "donation:none",
          after: { foundBy: "email", records: 1 },
          reason: "asked",
        }).then(
          () => "it was allowed",
          (error: unknown) => (error instanceof Error ? error.message : "?"),
        ),
      ),
    );
  expect(await tried()).toEqual(["new-admin", "new-admin"]);
  for (const refusal of await forced()) expect(refusal).toContain("new-admin");
  await letRolesAge(db);
  expect(await tried()).toEqual(["nothing-found", "nothing-found"]);
  expect(await forced()).toEqual(["it was allowed", "it was allowed"]);
});

test("an unconfirmed admin changes no one's access", async () => {
  const [clerk, disabled] = [await colleague(db, "staff"), await colleague(db, "staff")];
  await disableAccount(db, disabled, other);
  const raised = await colleague(db, "staff");
  await changeRole(db, { userId: raised, role: "admin" }, founder);
  await letRolesAge(db);
  expect(await changesOfAccess(raised, clerk, disabled)).toEqual(Array(6).fill("unconfirmed"));
  for (const refusal of await forceAccess(raised, clerk)) expect(refusal).toContain("unconfirmed");
});

test("an invited admin waits 72 hours and never decides for the inviter", async () => {
  const sock = await invited(other, "admin", "sock");
  const [own, others] = [await proposed(other), await proposed(founder)];
  expect([await decide(own, sock), await decide(others, sock)]).toEqual([
    "brought-in-by-proposer",
    "new-admin",
  ]);
  expect(await force(others, sock)).toContain("new-admin");
  await letRolesAge(db, 71);
  expect(await decide(others, sock)).toBe("new-admin");
  await letRolesAge(db, 1);
  expect(await decide(own, sock)).toBe("brought-in-by-proposer");
  expect(await force(own, sock)).toContain("brought-in-by-proposer");
  expect(await decide(others, sock)).toBe("decided");
});

test("a promoted admin is bound like an invited one", async () => {
  const promoted = await colleague(db, "organizer");
  expect(await changeRole(db, { userId: promoted, role: "admin" }, other)).toBe("changed");
  expect(await confirmAccess(db, promoted, founder)).toBe("confirmed");
  const own = await proposed(other);
  expect(await decide(own, promoted)).toBe("brought-in-by-proposer");
  await letRolesAge(db);
  expect(await decide(own, promoted)).toBe("brought-in-by-proposer");
});

test("an account two invitations away is bound as well", async () => {
  const near = await invited(other, "admin", "near");
  await letRolesAge(db);
  const far = await invited(near, "staff", "far");
  expect(await changeRole(db, { userId: far, role: "admin" }, founder)).toBe("changed");
  expect(await confirmAccess(db, far, other)).toBe("confirmed");
  await letRolesAge(db);
  const own = await proposed(other);
  expect(await decide(own, far)).toBe("brought-in-by-proposer");
  expect(await force(own, far)).toContain("brought-in-by-proposer");
});

test("an admin cannot decide with someone they added while another can", async () => {
  const helper = await invited(other, "staff", "helper");
  const id = await proposed(helper);
  await letRolesAge(db);
  expect(await decide(id, other)).toBe("tied");
  expect(await force(id, other)).toContain("tied");
  expect(await decide(id, founder)).toBe("decided");
});

test("removing the other admins gives no sole power for 72 hours", async () => {
  const id = await proposed(other);
  await sql`alter table proposals disable trigger guard`.execute(asOwner);
  await asOwner
    .updateTable("proposals")
    .set({ proposed_at: sql<Date>`now() - interval '30 days'` })
    .where("id", "=", id)
    .execute();
  await sql`alter table proposals enable trigger guard`.execute(asOwner);
  for (const { id: admin } of await admins()) if (admin !== other) await disableAccount(db, admin, other);
  expect(await decide(id, other, new Date())).toBe("others-left");
  expect(await force(id, other)).toContain("others-left");
  await letRolesAge(db);
  expect(await decide(id, other, new Date())).toBe("decided");
});

test("a removed admin still receives the email about it", async () => {
  await asOwner.deleteFrom("outbox").execute();
  await disableAccount(db, founder, other);
  const emails = await db
    .selectFrom("outbox")
    .select(["recipient", "details"])
    .where("template", "=", "access-changed")
    .execute();
  expect(emails.map(({ recipient }) => recipient)).toContain("first@fund.example");
  expect(emails[0]?.details).toMatchObject({ change: "disabled", about: "first@fund.example" });
});

test("an enabled admin waits like a new one", async () => {
  const third = await colleague(db, "admin");
  await disableAccount(db, founder, other);
  await enableAccount(db, founder, other);
  const id = await proposed(other);
  expect(await decide(id, founder)).toBe("unconfirmed");
  expect(await confirmAccess(db, founder, third)).toBe("confirmed");
  expect(await decide(id, founder)).toBe("new-admin");
  await letRolesAge(db);
  expect(await decide(id, founder)).toBe("decided");
});

test("a person whose role ended a moment ago changes and decides nothing more", async () => {
  const third = await colleague(db, "admin");
  const clerk = await colleague(db, "staff");
  const id = await proposed(other);
  await changeRole(db, { userId: third, role: "organizer" }, other);
  await disableAccount(db, founder, other);
  for (const ended of [third, founder]) {
    expect(await resetSignIn(db, seal, { userId: clerk, doneBy: ended, byHand: false })).toEqual({
      kind: "unconfirmed",
    });
    await expect(
      recordAction(db, ended, {
        action: "sign-in-reset",
        subject: `user:${clerk}`,
        after: { link: "sent by email" },
      }),
      "also in the database",
    ).rejects.toThrow("may not reset the sign-in");
    expect(await decide(id, ended)).not.toBe("decided");
    const author = { subject: "hero", version: 9, value: "{}", fingerprint: "x", author_id: ended };
    await expect(db.insertInto("record_versions").values(author).execute()).rejects.toThrow("may not save");
  }
});

test("the record of roles cannot be written directly", async () => {
  for (const statement of [
    sql`insert into role_grants (user_id, role) values ('x', 'admin')`,
    sql`update role_grants set given_at = now() - interval '1 year'`,
    sql`delete from role_grants`,
    sql`truncate role_grants`,
  ])
    await expect(statement.execute(asOwner)).rejects.toThrow(/written by a trigger only|append-only/);
});

const admins = () =>
  db.selectFrom("users").select("id").where("role", "=", "admin").where("banned", "=", false).execute();
