import type { Reads } from "#database/sql.server.ts";
import { isEmail } from "#domain/donations/read-donor.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type Resending = {
  donationId: bigint;
  instead: { address: string; reason: string } | null;
  by: string;
};

export type Resent =
  | { kind: "queued"; recipient: string }
  | { kind: "unknown" }
  | { kind: "no-receipt" }
  /** The donor gave no email address. */
  | { kind: "no-address" }
  | { kind: "not-an-address" }
  | { kind: "reason-required" };

/** A new email with the same receipt. The email has the address; the audit log has only the fact. */
export async function sendReceiptAgain(db: Reads, { donationId, instead, by }: Resending): Promise<Resent> {
  return db.transaction().execute(async (tx) => {
    const donation = await tx
      .selectFrom("donations")
      .select(["external_id", "donor_email", "language", "status", "reversed_at"])
      .where("id", "=", donationId)
      .executeTakeFirst();
    if (donation === undefined) return { kind: "unknown" };
    if (donation.status !== "completed" || donation.reversed_at !== null) return { kind: "no-receipt" };
    const recipient = (instead?.address ?? donation.donor_email)?.trim();
    if (!recipient) return { kind: "no-address" };
    if (!isEmail(recipient)) return { kind: "not-an-address" };
    const reason = instead?.reason.trim() ?? null;
    if (reason === "") return { kind: "reason-required" };
    const email = await tx
      .insertInto("outbox")
      .values({
        donation_id: donationId,
        template: "receipt",
        recipient,
        language: donation.language,
        asked_by: by,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordAction(tx, by, {
      action: "send-receipt-again",
      subject: `donation:${donation.external_id}`,
      after: { email: String(email.id), to: instead === null ? "donor" : "another" },
      reason,
    });
    return { kind: "queued", recipient };
  });
}
