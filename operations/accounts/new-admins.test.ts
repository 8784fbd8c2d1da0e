import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Role } from "#domain/accounts/roles.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { colleague, letRolesAge } from "#tests/support/accounts/staff-roles.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { changeRole } from "./change-role.ts";
import { confirmAccess } from "./confirm-access.ts";
import { decideProposal } from "#operations/cases/decide-proposal.ts";
import { disableAccount } from "./disable.ts";
import { enableAccount } from "./enable.ts";
import { invitePerson } from "./invite.ts";
import { makeAccount } from "./create.ts";

const { db, asOwner } = await testRecords();

const first = await makeAccount(
  asOwner,
  { username: "first", email: "first@fund.example", role: "admin", password: "karafuu na mdalasini" },
  null,
);
if (first.kind === "taken") throw new Error("taken");
const founder = first.id;
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
  const invitation = await invitePerson(db, seal, { email, role, language: "en" }, { id: by, role: "admin" });
  if (invitation.kind !== "invited") throw new Error(invitation.kind);
  const key = new URLSearchParams(invitation.address.split("?")[1]).get("key") ?? "";
  const chosen = { key, name, username: name, password: "bahati nne za kijani" };
  expect(await acceptInvitation(db, chosen)).toEqual({ kind: "accepted" });
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

test("an invited admin waits 72 hours and never decides for the inviter", async () => {
  const sock = await invited(other, "admin", "sock");
  const [own, others] = [await proposed(other), await proposed(founder)];
  expect([await decide(own, sock), await decide(others, sock)]).toEqual(["new-admin", "new-admin"]);
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
  expect(await decide(own, promoted)).toBe("new-admin");
  await letRolesAge(db);
  expect(await decide(own, promoted)).toBe("brought-in-by-proposer");
});

test("an account two invitations away is bound as well", async () => {
  const near = await invited(other, "admin", "near");
  const far = await invited(near, "staff", "far");
  expect(await changeRole(db, { userId: far, role: "admin" }, founder)).toBe("changed");
  expect(await confirmAccess(db, far, other)).toBe("confirmed");
  await letRolesAge(db);
  const own = await proposed(other);
  expect(await decide(own, far)).toBe("brought-in-by-proposer");
  expect(await force(own, far)).toContain("brought-in-by-proposer");
});

test("an admin does not decide for someone they brought in while another can", async () => {
  const helper = await invited(other, "staff", "helper");
  const id = await proposed(helper);
  await letRolesAge(db);
  expect(await decide(id, other)).toBe("tied");
  expect(await force(id, other)).toContain("tied");
  expect(await decide(id, founder)).toBe("decided");
});

test("removing the other admins makes nobody the only admin for 72 hours", async () => {
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
  const told = await db
    .selectFrom("outbox")
    .select(["recipient", "details"])
    .where("template", "=", "access-changed")
    .execute();
  expect(told.map(({ recipient }) => recipient)).toContain("first@fund.example");
  expect(told[0]?.details).toMatchObject({ change: "disabled", about: "first@fund.example" });
});

test("an admin who was enabled again waits like a new one", async () => {
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

test("nobody writes the record of roles directly", async () => {
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
