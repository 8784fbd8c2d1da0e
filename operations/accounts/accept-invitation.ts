import { isUsername } from "#domain/accounts/roles.ts";
import type { PasswordProblem } from "#domain/accounts/password.ts";
import { findLink } from "#database/accounts/links.ts";
import { useUpLink } from "#operations/accounts/links.ts";
import { hashPassword } from "./password/hash.ts";
import { judgePassword, type PasswordJudges } from "./password/judge.ts";
import { insertAccount } from "./create.ts";
import { notifyAdmins } from "#operations/mail/notify-admins.ts";

type Chosen = { key: string; name: string; username: string; password: string };

export type Acceptance =
  | { kind: "accepted" }
  | { kind: "no-link" }
  | { kind: "bad-username" }
  | { kind: "taken" }
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
  const { email, role, madeBy } = offered;

  const hash = await hashPassword(password);
  return db.transaction().execute(async (tx): Promise<Acceptance> => {
    // Locked first: if two requests accept at the same time, the second finds the account of the first.
    const taken = await tx
      .selectFrom("account_links")
      .select("hash")
      .where("email", "=", email)
      .where("kind", "=", "invitation")
      .where("used_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!taken) return { kind: "no-link" };
    const account = { username, email, role, name, hash, emailVerified: true, isInvented: false };
    const made = await insertAccount(tx, account, madeBy);
    if (made.kind === "taken") return made;
    if (!(await useUpLink(tx, "invitation", key))) return { kind: "no-link" };
    if (role !== "organizer") await notifyAdmins(tx, { change: `joined-${role}`, about: email, by: madeBy });
    return { kind: "accepted" };
  });
}
