import { passwordProblem, type PasswordProblem } from "#domain/accounts/password.ts";
import { fundFrom } from "#domain/content/settings.ts";
import type { Reads } from "#database/sql.server.ts";

/** Checks a chosen password, also against the fund's name. */
export async function judgePassword(
  db: Reads,
  password: string,
  own: readonly string[],
): Promise<PasswordProblem | null> {
  const kept = await db
    .selectFrom("site_settings")
    .select("value")
    .where("key", "=", "fund")
    .executeTakeFirst();
  const fund = kept === undefined ? null : fundFrom(kept.value);
  return passwordProblem(password, [...own, fund?.name.en ?? "", fund?.name.sw ?? ""]);
}
