import type { Breaches } from "#domain/accounts/breaches.ts";
import { passwordProblem, type PasswordProblem } from "#domain/accounts/password.ts";
import { fundFrom } from "#domain/content/settings.ts";
import type { Reads } from "#database/sql.server.ts";

/** `breaches` is null where no service is configured. */
export type PasswordJudges = { db: Reads; breaches: Breaches | null };

/**
 * Checks a chosen password, also against the fund's name and passwords of data breaches. If that service does not
 * answer, the other rules decide.
 */
export async function judgePassword(
  { db, breaches }: PasswordJudges,
  password: string,
  own: readonly string[],
): Promise<PasswordProblem | null> {
  const kept = await db
    .selectFrom("site_settings")
    .select("value")
    .where("key", "=", "fund")
    .executeTakeFirst();
  const fund = kept === undefined ? null : fundFrom(kept.value);
  const problem = passwordProblem(password, [...own, fund?.name.en ?? "", fund?.name.sw ?? ""]);
  if (problem !== null || breaches === null) return problem;
  return (await breaches.find(password)) === "breached" ? "breached" : null;
}
