import { sql } from "kysely";
import { sha256 } from "#domain/system/digest.server.ts";
import { clearing, personalTables } from "#database/system/personal-data.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type Forgotten = { kind: "forgotten"; donations: number; open: number } | { kind: "no-link" };

/**
 * Deletes what belongs to an address: its owner proved it with the link. The phone of a payment stays until its own day,
 * because the link does not prove that the payer and the owner of the address are the same person. Staff can erase it.
 */
export async function forgetMe(db: Reads, key: string): Promise<Forgotten> {
  const clears = personalTables.find(({ table }) => table === "donations")?.rules[0];
  if (clears?.clears === undefined) throw new Error("donations have no rule to clear them");
  const { clears: columns, also } = clears;
  return db.transaction().execute(async (tx): Promise<Forgotten> => {
    const link = await tx
      .updateTable("donor_links")
      .set({ used_at: sql<Date>`now()` })
      .where("hash", "=", sha256(key))
      .where("kind", "=", "own-page")
      .where("used_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .returning("email")
      .executeTakeFirst();
    if (link === undefined) return { kind: "no-link" };
    const { email } = link;
    const { rows: closed } = await sql<{ id: bigint; external_id: string }>`
      update donations d set ${clearing(columns)}${also === undefined ? sql`` : sql`, ${also(new Date())}`}
      where lower(d.donor_email) = ${email} and not donation_is_unsettled(d.id)
      returning d.id, d.external_id
    `.execute(tx);
    await clearOffline(
      tx,
      closed.map(({ id }) => id),
    );
    // The open donation is only settled. When it is paid, the person does not follow again, and no name is shown.
    const { numAffectedRows: open } = await sql`
      update donations set wants_updates = false, is_shown = false where lower(donor_email) = ${email}
    `.execute(tx);
    await tx.deleteFrom("followers").where("email", "=", email).execute();
    await tx.deleteFrom("donor_links").where("email", "=", email).execute();
    await clearEmails(tx, email);
    // The text of a concern is about a campaign. Staff can erase it.
    await sql`
      update cases set details = details - 'reply to' where kind = 'concern' and lower(details ->> 'reply to') = ${email}
    `.execute(tx);
    await recordAction(
      tx,
      null,
      ...closed.map(({ external_id }) => ({
        action: "donor-forgotten" as const,
        subject: `donation:${external_id}` as const,
      })),
    );
    return { kind: "forgotten", donations: closed.length, open: Number(open ?? 0n) };
  });
}

/** The form of a bank or cash donation. Its paper stays, because the accounts need it. */
async function clearOffline(tx: Reads, donations: bigint[]): Promise<void> {
  await sql`
    update offline_donations set donor = '{"kind": "anonymous"}', message = null
    where donation_id = any(${donations}::bigint[])
  `.execute(tx);
}

/** Waiting emails about an open donation or an account still go out. */
async function clearEmails(tx: Reads, email: string): Promise<void> {
  await sql`
    update outbox set recipient = '', details = '{}', last_error = null,
      given_up_at = coalesce(given_up_at, case when sent_at is null then now() end)
    where lower(recipient) = ${email} and (status <> 'waiting' or template in ('campaign-update', 'follow', 'own-page'))
  `.execute(tx);
}
