import type { Reads } from "#database/sql.server.ts";
import { isPassword } from "./hash.ts";

/** Asks for the password again before a sensitive action, in case the browser was left unattended. */
export async function isOwnPassword(db: Reads, userId: string, password: string): Promise<boolean> {
  const credential = await db
    .selectFrom("credentials")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return credential?.password ? isPassword(password, credential.password) : false;
}
