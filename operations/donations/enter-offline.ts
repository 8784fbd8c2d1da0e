import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import { dayOf } from "#domain/system/calendar.ts";
import type { OfflineDonation } from "#domain/donations/offline.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type Entered =
  | { kind: "entered"; id: bigint }
  | { kind: "no-campaign" }
  | { kind: "other-currency" }
  /** The date is in the future. */
  | { kind: "not-yet" }
  /** A donation with this statement entry exists already. The id is set if it was entered here. */
  | { kind: "entered-before"; id: bigint | null };

/** A bank or cash donation, entered by one person. It counts after another person confirms it. */
export async function enterOfflineDonation(
  db: Reads,
  donation: OfflineDonation,
  { by, now }: { by: string; now: Date },
): Promise<Entered> {
  if (donation.receivedOn > dayOf(now)) return { kind: "not-yet" };
  return db.transaction().execute(async (tx) => {
    const campaign = await tx
      .selectFrom("campaigns")
      .select("currency")
      .where("id", "=", donation.campaignId)
      .where("status", "not in", ["pending", "rejected"])
      .where("archived_at", "is", null)
      .executeTakeFirst();
    if (campaign === undefined) return { kind: "no-campaign" };
    if (campaign.currency !== donation.amount.currency) return { kind: "other-currency" };

    const known = await tx
      .selectFrom("payments")
      .select("id")
      .where("provider", "=", "offline")
      .where("provider_reference", "=", donation.reference)
      .executeTakeFirst();
    if (known !== undefined)
      return { kind: "entered-before", id: await findByReference(tx, donation.reference) };

    const entered = await tx
      .insertInto("offline_donations")
      .values({
        campaign_id: donation.campaignId,
        amount: donation.amount.amount,
        currency: donation.amount.currency,
        method: donation.method,
        received_on: donation.receivedOn,
        reference: donation.reference,
        donor: JSON.stringify(donation.donor),
        phone: donation.phone,
        message: donation.message,
        language: donation.language,
        document_id: donation.document?.id ?? null,
        document_type: donation.document?.type ?? null,
        entered_by: by,
      })
      .onConflict((clash) =>
        clash
          .expression(sql`lower(reference)`)
          .where("status", "<>", sql.lit("withdrawn"))
          .doNothing(),
      )
      .returning("id")
      .executeTakeFirst();
    if (entered === undefined)
      return { kind: "entered-before", id: await findByReference(tx, donation.reference) };
    await recordAction(tx, by, {
      action: "enter-offline-donation",
      subject: `offline-donation:${entered.id}`,
      after: {
        campaign: donation.campaignId,
        amount: String(donation.amount.amount),
        currency: donation.amount.currency,
        method: donation.method,
        receivedOn: donation.receivedOn,
        reference: donation.reference,
      },
    });
    return { kind: "entered", id: entered.id };
  });
}

async function findByReference(db: Reads, reference: string): Promise<bigint | null> {
  const found = await db
    .selectFrom("offline_donations")
    .select("id")
    .where(sql`lower(reference)`, "=", reference.toLowerCase())
    .where("status", "<>", "withdrawn")
    .executeTakeFirst();
  return found?.id ?? null;
}
