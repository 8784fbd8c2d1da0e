import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

/** Invitations, sign-ups and changes of an address take turns, on every node. */
export async function lockAddress(tx: Reads, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('address ' || lower(${email}), 0))`.execute(tx);
}

/**
 * An emailed link waits for the owner of this address: an invitation, or the undo of a change. A stranger's sign-up must not
 * block it. The address must be locked.
 */
export async function isPromised(tx: Reads, email: string): Promise<boolean> {
  const link = await tx
    .selectFrom("account_links")
    .select("kind")
    .where("email", "=", email.toLowerCase())
    // Earlier versions made undo links for unconfirmed addresses too.
    .where((is) => is.or([is("kind", "=", "invitation"), is("was_confirmed", "=", true)]))
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return link !== undefined;
}
