import type { Reads } from "#database/sql.server.ts";
import { isPassword } from "./hash-password.ts";

/** Asked again before what somebody who found an open browser must not do. */
export async function isOwnPassword(db: Reads, userId: string, password: string): Promise<boolean> {
  const credential = await db
    .selectFrom("credentials")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return credential?.password ? isPassword(password, credential.password) : false;
}
