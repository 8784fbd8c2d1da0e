import type { Reads } from "#database/sql.server.ts";
import { hashAgain, isOutdated, isPassword } from "./hash.ts";

/** Checks a password at sign-in. A right password whose hash has an old cost is hashed again with today's cost. */
export async function checkPassword(db: Reads, password: string, stored: string): Promise<boolean> {
  if (!(await isPassword(password, stored))) return false;
  if (isOutdated(stored)) {
    const hash = await hashAgain(password, stored);
    // The salt makes a hash unique. If the password changed in the meantime, nothing matches.
    await db.updateTable("credentials").set({ password: hash }).where("password", "=", stored).execute();
  }
  return true;
}
