import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

/** Invitations, sign-ups and changes of an address take turns, on every node. */
export async function lockAddress(tx: Reads, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('address ' || lower(${email}), 0))`.execute(tx);
}

/**
 * An emailed link waits for the owner of this address: an invitation, or the undo of a change. A stranger's sign-up must not
 * block it. The unconfirmed address of an organizer promises nothing, because a stranger can have signed up with it. The
 * address must be locked.
 */
export async function isPromised(tx: Reads, email: string): Promise<boolean> {
  const link = await tx
    .selectFrom("account_links as l")
    .leftJoin("users as u", "u.id", "l.user_id")
    .select("l.kind")
    .where("l.email", "=", email.toLowerCase())
    .where((is) =>
      is.or([
        is("l.kind", "=", "invitation"),
        is("l.was_confirmed", "=", true),
        is.and([is("l.kind", "=", "email-undo"), is("u.role", "in", ["staff", "admin"])]),
      ]),
    )
    .where("l.used_at", "is", null)
    .where("l.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return link !== undefined;
}
