import pg from "pg";
import type { Reads } from "#database/sql.server.ts";

class Taken extends Error {}

/**
 * Two accounts cannot have one address. The whole transaction is undone, so the link of a refused change stays. Another
 * transaction can take the address at the same moment: the database then says so.
 */
export async function unlessTaken<Done>(work: () => Promise<Done>): Promise<Done | "taken"> {
  try {
    return await work();
  } catch (error) {
    const isTaken =
      error instanceof Taken || (error instanceof pg.DatabaseError && error.constraint === "users_email_key");
    if (isTaken) return "taken";
    throw error;
  }
}

/** Call it inside `unlessTaken`. */
export async function refuseIfTaken(tx: Reads, email: string, userId: string): Promise<void> {
  if (await isOfAnother(tx, email, userId)) throw new Taken();
}

export async function isOfAnother(tx: Reads, email: string, userId: string): Promise<boolean> {
  const other = await tx
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("id", "<>", userId)
    .executeTakeFirst();
  return other !== undefined;
}
