import { randomBytes } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import { dayOf, type Day } from "#domain/calendar.ts";
import { externalId, type Donor } from "#domain/donation.ts";
import type { Language } from "#domain/language.ts";
import type { Money } from "#domain/money.ts";
import { lockPayment } from "./lock-payment.ts";
import { applyEvent } from "./settle-payment.ts";

export type OfflineGift = {
  campaignId: string;
  amount: Money;
  donor: Donor;
  message: string | null;
  language: Language;
  method: "bank" | "cash";
  /** The day on which it arrived, by the fund's calendar. */
  receivedOn: Day;
  /** What the bank's statement or the cash book calls it: one entry there is one gift here. */
  statementReference: string;
  recordedBy: string;
};

export type Recorded =
  | { kind: "recorded"; externalId: string; receiptKey: string }
  | { kind: "no-campaign" }
  | { kind: "other-currency" }
  | { kind: "not-yet" }
  | { kind: "recorded-before" };

/** A gift that arrived by bank or in cash, entered by staff: whole, in one transaction, with its entry in the audit log. */
export async function recordOfflineGift(
  db: Kysely<Tables>,
  given: OfflineGift,
  now: Date,
): Promise<Recorded> {
  if (given.receivedOn > dayOf(now)) return { kind: "not-yet" };
  return db.transaction().execute(async (tx) => {
    const campaign = await tx
      .selectFrom("campaigns")
      .select("currency")
      .where("id", "=", given.campaignId)
      .where("status", "not in", ["pending", "rejected"])
      .where("archived_at", "is", null)
      .executeTakeFirst();
    if (campaign === undefined) return { kind: "no-campaign" };
    if (campaign.currency !== given.amount.currency) return { kind: "other-currency" };

    // Held until the end, so that two colleagues with the same statement enter each line once.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`offline ${given.statementReference}`}, 0))`.execute(
      tx,
    );
    const known = await tx
      .selectFrom("payments")
      .select("id")
      .where("provider", "=", "offline")
      .where("provider_reference", "=", given.statementReference)
      .executeTakeFirst();
    if (known !== undefined) return { kind: "recorded-before" };

    const gift = await insertGift(tx, given, now);
    const payment = await lockPayment(tx, { id: gift.paymentId });
    if (payment === null) throw new Error(`payment ${gift.paymentId} has gone`);
    // Noon, so that no zone makes another day of it.
    const at = new Date(`${given.receivedOn}T12:00:00+03:00`);
    await applyEvent(tx, payment, "credited", { messageId: null, now, at });
    await tx
      .insertInto("audit_log")
      .values({
        actor_id: given.recordedBy,
        action: "record-offline-gift",
        subject: `donation:${gift.externalId}`,
        after: JSON.stringify({
          amount: given.amount.amount.toString(),
          currency: given.amount.currency,
          method: given.method,
          receivedOn: given.receivedOn,
          statementReference: given.statementReference,
        }),
      })
      .execute();
    return { kind: "recorded", externalId: gift.externalId, receiptKey: gift.receiptKey };
  });
}

async function insertGift(tx: Kysely<Tables>, given: OfflineGift, now: Date) {
  const { donor, amount } = given;
  const receiptKey = randomBytes(16).toString("base64url");
  for (let at = now.getTime(); ; at++) {
    const id = externalId(given.campaignId, at);
    const donation = await tx
      .insertInto("donations")
      .values({
        campaign_id: given.campaignId,
        amount: amount.amount,
        currency: amount.currency,
        ...(donor.kind === "anonymous"
          ? { is_anonymous: true }
          : { donor_name: donor.name, donor_email: donor.email === "" ? null : donor.email }),
        ...(donor.kind === "alumni"
          ? { is_alumni_donation: true, graduation_year: donor.graduationYear }
          : {}),
        message: given.message,
        provider: "offline",
        external_id: id,
        language: given.language,
        receipt_key: receiptKey,
      })
      .onConflict((clash) => clash.column("external_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (donation === undefined) continue;
    const payment = await tx
      .insertInto("payments")
      .values({
        donation_id: donation.id,
        provider: "offline",
        method: given.method,
        reference: `offline-${randomBytes(16).toString("base64url")}`,
        provider_reference: given.statementReference,
        status: "initiated",
        amount: amount.amount,
        currency: amount.currency,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { paymentId: payment.id, externalId: id, receiptKey };
  }
}
