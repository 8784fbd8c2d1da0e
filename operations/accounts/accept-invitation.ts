import { isUsername, mayInvite, type Role } from "#domain/accounts/roles.ts";
import type { Reads } from "#database/sql.server.ts";
import type { PasswordProblem } from "#domain/accounts/password.ts";
import { findLink } from "#database/accounts/links.ts";
import { findPersonByEmail } from "#database/accounts/people.ts";
import { useUpLink } from "#operations/accounts/links.ts";
import { hashPassword } from "./password/hash.ts";
import { judgePassword, type PasswordJudges } from "./password/judge.ts";
import { insertAccount } from "./create.ts";
import { lockAddress } from "./lock-address.ts";
import { notifyAdmins } from "#operations/mail/notify-admins.ts";

type Chosen = { key: string; name: string; username: string; password: string };

export type Acceptance =
  | { kind: "accepted" }
  | { kind: "no-link" }
  | { kind: "bad-username" }
  | { kind: "taken" }
  | { kind: "has-account" }
  | { kind: "refused"; problem: PasswordProblem };

/** Creates the invited account. The link that was opened proves the email address. */
export async function acceptInvitation(
  judges: PasswordJudges,
  { key, name, username, password }: Chosen,
): Promise<Acceptance> {
  const { db } = judges;
  const offered = await findLink(db, "invitation", key);
  if (!offered?.email || !offered.role) return { kind: "no-link" };
  if (!isUsername(username)) return { kind: "bad-username" };
  const problem = await judgePassword(judges, password, [username, offered.email, name]);
  if (problem) return { kind: "refused", problem };

  const { email: address } = offered;
  const hash = await hashPassword(password);
  return db.transaction().execute(async (tx): Promise<Acceptance> => {
    await lockAddress(tx, address);
    // Meanwhile, it may have been used, withdrawn or replaced by one for another role.
    const link = await findLink(tx, "invitation", key);
    if (!link?.email || !link.role || link.madeBy === null) return { kind: "no-link" };
    const { email, role, madeBy } = link;
    if (!(await mayStillInvite(tx, madeBy, role))) return { kind: "no-link" };
    if ((await findPersonByEmail(tx, email)) !== null) return { kind: "has-account" };
    const account = { username, email, role, name, hash, emailVerified: true, isInvented: false };
    const made = await insertAccount(tx, account, madeBy);
    if (made.kind === "taken") return made;
    if (!(await useUpLink(tx, "invitation", key)))
      throw new Error("An invitation was lost while it was locked");
    if (role !== "organizer") await notifyAdmins(tx, { change: `joined-${role}`, about: email, by: madeBy });
    return { kind: "accepted" };
  });
}

/** A request that began before the inviter was disabled can have added the invitation afterwards. */
async function mayStillInvite(tx: Reads, inviter: string, role: Role): Promise<boolean> {
  const person = await tx
    .selectFrom("users")
    .select("role")
    .where("id", "=", inviter)
    .where("banned", "=", false)
    .forShare()
    .executeTakeFirst();
  return person !== undefined && mayInvite(person.role).includes(role);
}
