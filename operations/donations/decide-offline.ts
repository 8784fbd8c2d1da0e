import { randomBytes } from "node:crypto";
import { sql, type Selectable, type Transaction } from "kysely";
import { readConfirmerHindrance } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { externalId } from "#domain/donations/read-donor.ts";
import { confirmerOf, offlineDonor } from "#domain/donations/offline.ts";
import type { Hindrance } from "#domain/cases/proposal.ts";
import { lockPayment } from "#operations/payments/lock.ts";
import { applyEvent } from "#operations/payments/settle.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type OfflineDecision = { id: bigint; by: string; reason: string; now: Date };

export type Decided =
  | { kind: "confirmed"; donationId: bigint }
  | { kind: "withdrawn" }
  | { kind: "unknown" }
  | { kind: "decided-before" }
  /** The person who entered it cannot confirm it if the fund has other staff. */
  | { kind: "needs-another-person" }
  | { kind: "hindered"; hindrance: Hindrance }
  | { kind: "reason-required" };

type Tx = Transaction<Tables>;
type Entered = Selectable<Tables["offline_donations"]>;

/** The money has arrived: the donation counts, is recorded in the ledger, and gets a receipt. */
export async function confirmOfflineDonation(
  db: Reads,
  { id, by, now, ...decision }: OfflineDecision,
): Promise<Decided> {
  const reason = decision.reason.trim();
  return db.transaction().execute(async (tx) => {
    const donation = await lock(tx, id);
    if (donation === undefined) return { kind: "unknown" };
    if (donation.status !== "entered") return { kind: "decided-before" };
    const confirmer = confirmerOf(donation.entered_by, by, await countStaff(tx));
    if (confirmer === "not-the-same") return { kind: "needs-another-person" };
    const hindrance = await readConfirmerHindrance(tx, by, donation.entered_by);
    if (hindrance !== null) return { kind: "hindered", hindrance };
    if (confirmer === "alone" && reason === "") return { kind: "reason-required" };

    // Noon, so that the date is the same in every time zone.
    const at = new Date(`${donation.received_on}T12:00:00+03:00`);
    const { donationId, paymentId, orderId } = await insertConfirmedDonation(tx, donation, { at, now });
    const payment = await lockPayment(tx, { id: paymentId });
    if (payment === null) throw new Error(`payment ${paymentId} has gone`);
    await applyEvent(tx, payment, "credited", { messageId: null, now, at, by });
    await decide(tx, id, {
      status: "confirmed",
      decided_by: by,
      reason: reason || null,
      donation_id: donationId,
    });
    const confirmed = { action: "confirm-offline-donation", reason: reason || null } as const;
    await recordAction(
      tx,
      by,
      { ...confirmed, subject: `offline-donation:${id}` },
      { ...confirmed, subject: `donation:${orderId}` },
    );
    return { kind: "confirmed", donationId };
  });
}

/** For a mistake, or money that never came. The reference can be used again. */
export async function withdrawOfflineDonation(
  db: Reads,
  { id, by, ...decision }: OfflineDecision,
): Promise<Decided> {
  const reason = decision.reason.trim();
  if (reason === "") return { kind: "reason-required" };
  return db.transaction().execute(async (tx) => {
    const donation = await lock(tx, id);
    if (donation === undefined) return { kind: "unknown" };
    if (donation.status !== "entered") return { kind: "decided-before" };
    await decide(tx, id, { status: "withdrawn", decided_by: by, reason });
    await recordAction(tx, by, {
      action: "withdraw-offline-donation",
      subject: `offline-donation:${id}`,
      reason,
    });
    return { kind: "withdrawn" };
  });
}

function lock(tx: Tx, id: bigint): Promise<Entered | undefined> {
  return tx.selectFrom("offline_donations").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

async function countStaff(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("role", "in", ["staff", "admin"])
    .where("banned", "=", false)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Decision = Partial<Pick<Entered, "status" | "decided_by" | "reason" | "donation_id">>;

async function decide(tx: Tx, id: bigint, decision: Decision): Promise<void> {
  await tx
    .updateTable("offline_donations")
    .set({ ...decision, decided_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

async function insertConfirmedDonation(
  tx: Tx,
  entered: Entered,
  { at: receivedAt, now }: { at: Date; now: Date },
) {
  const donor = offlineDonor.parse(entered.donor);
  for (let at = now.getTime(); ; at++) {
    const orderId = externalId(entered.campaign_id, at);
    const donation = await tx
      .insertInto("donations")
      .values({
        campaign_id: entered.campaign_id,
        amount: entered.amount,
        currency: entered.currency,
        ...(donor.kind === "anonymous"
          ? { is_anonymous: true }
          : { donor_name: donor.name, donor_email: donor.email }),
        message: entered.message,
        provider: "offline",
        external_id: orderId,
        language: entered.language,
        receipt_key: randomBytes(16).toString("base64url"),
        created_at: receivedAt,
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
        method: entered.method,
        reference: `offline-${randomBytes(16).toString("base64url")}`,
        provider_reference: entered.reference,
        phone: entered.phone,
        status: "initiated",
        amount: entered.amount,
        currency: entered.currency,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { donationId: donation.id, paymentId: payment.id, orderId };
  }
}
