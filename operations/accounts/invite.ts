import { sql, type Transaction } from "kysely";
import { mayInvite, type Person, type Role } from "#domain/accounts/roles.ts";
import type { Language } from "#domain/content/language.ts";
import type { Seal } from "#domain/system/seal.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import { findPersonByEmail } from "#database/accounts/people.ts";
import { nameActor, readAccessHindrance } from "#database/accounts/role-grants.ts";
import { makeLink } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { closeDealtWith } from "#operations/cases/open.ts";
import { queueLink } from "#operations/mail/queue.ts";
import { notifyAdmins } from "#operations/mail/notify-admins.ts";
import { lockAddress } from "./lock-address.ts";
import { lockOwnSession } from "./lock-own-session.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Invitation = {
  email: string;
  role: Role;
  language: Language;
  replaces?: boolean;
  /** About the undelivered invitation that this one is sent instead of, often to a corrected address. */
  caseId?: bigint | null;
};
type By = Pick<Person, "id" | "role">;

export type InvitationRefusal =
  | AccessHindrance
  | { kind: "has-account"; id: string }
  | { kind: "invited-higher" }
  | { kind: "other-role"; role: Role }
  /** A colleague invited this person again from the same case, perhaps at another address. */
  | { kind: "case-closed"; caseId: bigint };

/**
 * A newer invitation replaces the older one. If that changes the role, the person who invites must have agreed. Returns
 * the link, for a fund without a mail server, and whether an earlier link has ended.
 */
export function invitePerson(
  db: Reads,
  seal: Seal,
  invitation: Invitation,
  by: By & Pick<Person, "sessionId">,
): Promise<
  InvitationRefusal | { kind: "invited"; address: string; replaced: boolean } | { kind: "signed-out" }
> {
  const { role, language } = invitation;
  const email = invitation.email.toLowerCase();
  return db.transaction().execute(async (tx) => {
    const undelivered = await findUndelivered(tx, invitation.caseId ?? null);
    if (undelivered?.email === null) return { kind: "case-closed", caseId: undelivered.caseId };
    // In one order, so that two people who correct each other's address do not wait for each other.
    for (const each of [...new Set([email, undelivered?.email ?? email])].toSorted())
      await lockAddress(tx, each);
    // An undo or a new password withdraws the invitations of a stranger. None may come after it.
    if (!(await lockOwnSession(tx, { userId: by.id, sessionId: by.sessionId })))
      return { kind: "signed-out" };
    const refusal = await findInvitationRefusal(tx, invitation, by);
    if (refusal !== null) return refusal;
    const hindrance = await readAccessHindrance(tx, by.id);
    const withdrawn = await withdrawInvitations(tx, email, by, hindrance);
    if (await openInvitations(tx, email).executeTakeFirst()) return { kind: "invited-higher" };
    if (undelivered !== null) await replaceUndelivered(tx, undelivered, by, hindrance);
    const key = await makeLink(tx, {
      kind: "invitation",
      userId: null,
      email,
      role,
      madeBy: by.id,
      language,
    });
    const address = `/invitation?key=${key}`;
    await queueLink(tx, seal, { template: "invitation", recipient: email, language, address, key });
    await recordAction(tx, by.id, {
      action: "person-invited",
      subject: `invitation:${email}`,
      after: { role, replaces: withdrawn[0]?.role ?? null },
    });
    if (role !== "organizer") await notifyAdmins(tx, { change: `invited-${role}`, about: email, by: by.id });
    return { kind: "invited", address, replaced: withdrawn.length > 0 };
  });
}

type Undelivered = { caseId: bigint; email: string };

/** Without an address if its case is closed. Two people who invite from one case take turns. */
async function findUndelivered(
  tx: Reads,
  caseId: bigint | null,
): Promise<Undelivered | { caseId: bigint; email: null } | null> {
  if (caseId === null) return null;
  const found = await tx
    .selectFrom("cases as k")
    .innerJoin("outbox as o", (join) => join.on(sql`'outbox:' || o.id`, "=", sql`k.subject`))
    .select(["o.recipient", "k.status"])
    .where("k.id", "=", caseId)
    .where("o.template", "=", "invitation")
    .forUpdate("k")
    .executeTakeFirst();
  if (found === undefined) return null;
  return { caseId, email: found.status === "open" ? found.recipient.toLowerCase() : null };
}

/** The case stays open while the earlier invitation is open and this person cannot withdraw it. */
async function replaceUndelivered(
  tx: Transaction<Tables>,
  { caseId, email }: Undelivered,
  by: By,
  hindrance: AccessHindrance | null,
): Promise<void> {
  const withdrawn = await withdrawInvitations(tx, email, by, hindrance);
  if (withdrawn.length > 0)
    await recordAction(tx, by.id, { action: "invitation-withdrawn", subject: `invitation:${email}` });
  if (await openInvitations(tx, email).executeTakeFirst()) return;
  await closeDealtWith(tx, caseId, { by: by.id, reason: "Invited again" });
}

/** Changes nothing, so a form can ask before it uses up a one-time code. */
export async function findInvitationRefusal(
  db: Reads,
  { role, replaces, ...invitation }: Invitation,
  by: By,
): Promise<InvitationRefusal | null> {
  const email = invitation.email.toLowerCase();
  const hindrance = await readAccessHindrance(db, by.id);
  if (hindrance !== null && role !== "organizer") return hindrance;
  const account = await findPersonByEmail(db, email);
  if (account !== null) return { kind: "has-account", id: account };
  const open = await ownInvitations(db, email, by, hindrance).select("role").executeTakeFirst();
  if (!open?.role || open.role === role || replaces) return null;
  return { kind: "other-role", role: open.role };
}

/** New and unconfirmed admins withdraw invitations of staff and admins only if they made them. */
export function withdrawInvitation(
  db: Reads,
  address: string,
  by: By,
): Promise<AccessHindrance | "withdrawn" | "unknown"> {
  const email = address.toLowerCase();
  return db.transaction().execute(async (tx) => {
    await lockAddress(tx, email);
    const hindrance = await readAccessHindrance(tx, by.id);
    if ((await withdrawInvitations(tx, email, by, hindrance)).length === 0)
      return hindrance !== null && (await openInvitations(tx, email).executeTakeFirst())
        ? hindrance
        : "unknown";
    await recordAction(tx, by.id, { action: "invitation-withdrawn", subject: `invitation:${email}` });
    return "withdrawn";
  });
}

async function withdrawInvitations(tx: Reads, email: string, by: By, hindrance: AccessHindrance | null) {
  await nameActor(tx, by.id);
  return tx
    .deleteFrom("account_links")
    .where("hash", "in", ownInvitations(tx, email, by, hindrance))
    .returning("role")
    .execute();
}

/** Those that this person may withdraw. */
const ownInvitations = (tx: Reads, email: string, { id, role }: By, hindrance: AccessHindrance | null) =>
  openInvitations(tx, email)
    .where("role", "in", mayInvite(role))
    .$if(hindrance !== null, (open) =>
      open.where((where) => where.or([where("role", "=", "organizer"), where("made_by", "=", id)])),
    );

const openInvitations = (tx: Reads, email: string) =>
  tx
    .selectFrom("account_links")
    .select("hash")
    .where("kind", "=", "invitation")
    .where("email", "=", email)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`);
