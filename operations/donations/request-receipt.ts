import { sql, type Kysely } from "kysely";
import { countAttempt } from "#operations/system/count-attempt.ts";
import type { Tables } from "#database/tables.ts";
import { receiptsPerDonation } from "#domain/payments/limits.ts";

/**
 * Anyone with a donation's link can ask for its receipt. It is sent only to the donation's email address, and the
 * answer is always the same, so it reveals nothing.
 */
export async function requestReceipt(
  db: Kysely<Tables>,
  { orderId, email }: { orderId: string; email: string },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const donation = await tx
      .selectFrom("donations")
      .select(["id", "donor_email", "language"])
      .where("external_id", "=", orderId)
      .where("status", "=", "completed")
      .where("reversed_at", "is", null)
      .where(sql`lower(donor_email)`, "=", email.trim().toLowerCase())
      .executeTakeFirst();
    if (donation === undefined || donation.donor_email === null) return;
    const receipts = { subject: `receipt:${orderId}`, limits: receiptsPerDonation };
    const attempt = await countAttempt(tx, [receipts], now);
    if (attempt.kind === "limited") return;
    await tx
      .insertInto("outbox")
      .values({
        donation_id: donation.id,
        template: "receipt",
        recipient: donation.donor_email,
        language: donation.language,
      })
      .onConflict((clash) =>
        clash
          .columns(["donation_id", "template"])
          .where("asked_by", "is", null)
          .doUpdateSet((is) => ({
            // The address of an old email has been cleared.
            recipient: is.ref("excluded.recipient"),
            ...{ sent_at: null, kept_at: null, given_up_at: null, last_error: null, attempts: 0 },
            send_after: sql<Date>`now()`,
            // A new message id, because mail programs hide a second message with the same id.
            created_at: sql<Date>`now()`,
          }))
          .where("outbox.status", "<>", "waiting"),
      )
      .execute();
  });
}
