import { randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { accessIsConfirmed } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import type { CaseKind } from "#domain/cases/kinds.ts";
import { externalId } from "#domain/donations/read-donor.ts";
import type { ProviderName } from "#domain/payments/provider.ts";
import type { Day } from "#domain/system/calendar.ts";
import { lockStatements } from "./lock-statements.ts";
import { compareLaterLines } from "./match-lines.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type LostDonationToAdd = { caseId: bigint; campaignId: string; reason: string; by: string; now: Date };

export type Added =
  | { kind: "added"; externalId: string; reference: string }
  | { kind: "unknown" }
  | { kind: "reason-required" }
  | { kind: "resolved-before" }
  /** A second admin has to confirm this person's access first. */
  | { kind: "access-not-confirmed" }
  /** The case is not about one payment that a statement lists as paid, with its amount. */
  | { kind: "not-possible" }
  /** It does not exist, has another currency, or takes no donations now. */
  | { kind: "no-campaign" };

type Tx = Transaction<Tables>;

/**
 * Adds the donation of a payment that a statement lists and the database lost with a backup. It is pending: as with every
 * donation, only the provider's answer or two people record it in the ledger.
 */
export async function addLostDonation(db: Reads, adding: LostDonationToAdd): Promise<Added> {
  const { caseId, campaignId, by, now } = adding;
  const reason = adding.reason.trim();
  if (reason === "") return { kind: "reason-required" };
  return db.transaction().execute(async (tx): Promise<Added> => {
    if (!(await accessIsConfirmed(tx, by))) return { kind: "access-not-confirmed" };
    const about = await tx.selectFrom("cases").select("subject").where("id", "=", caseId).executeTakeFirst();
    if (about === undefined) return { kind: "unknown" };
    const order = orderOf(about.subject);
    if (order === null) return { kind: "not-possible" };
    // An import locks the lines first and then their cases.
    await lockStatements(tx, order.provider);
    const { kind, status } = await tx
      .selectFrom("cases")
      .select(["kind", "status"])
      .where("id", "=", caseId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (status === "closed") return { kind: "resolved-before" };
    const line = kind === ("unknown-order" satisfies CaseKind) ? await findPaidLine(tx, order) : null;
    if (line === null) return { kind: "not-possible" };
    if (!(await takesIt(tx, campaignId))) return { kind: "no-campaign" };

    const added = await insertLost(tx, { ...line, campaignId, provider: order.provider }, now);
    await tx
      .updateTable("cases")
      .set({ status: "closed", decision: "added", reason, closed_by: by, closed_at: sql<Date>`now()` })
      .where("id", "=", caseId)
      .execute();
    await recordAction(tx, by, {
      ...{ action: "add-lost-donation", subject: `donation:${added.externalId}`, reason },
      after: { campaign: campaignId, amount: String(line.amount), reference: added.reference },
    });
    await compareLaterLines(tx, order.provider, now);
    return { kind: "added", ...added };
  });
}

function orderOf(subject: string | null): { provider: ProviderName; key: string } | null {
  const [, provider, key] = /^(azampay|selcom):(.+)$/s.exec(subject ?? "") ?? [];
  if (key === undefined || (provider !== "azampay" && provider !== "selcom")) return null;
  return { provider, key };
}

type PaidLine = { reference: string; providerReference: string | null; amount: bigint; day: Day | null };

async function findPaidLine(
  tx: Tx,
  { provider, key }: { provider: ProviderName; key: string },
): Promise<PaidLine | null> {
  const [line, another] = await tx
    .selectFrom("statement_standings")
    .select(["reference", "provider_reference", "outcome", "failure", "amount", "day"])
    .where("provider", "=", provider)
    .where("key", "=", key)
    .where("payment_id", "is", null)
    .execute();
  // Money that went back, or that another file calls failed, is not a donation.
  const isPaid = line?.outcome === "paid" && line.failure === null && another === undefined;
  if (!isPaid || line.amount === null) return null;
  const { reference, provider_reference: providerReference, amount, day } = line;
  return { reference: reference ?? key, providerReference, amount, day };
}

/** A list names no currency. AzamPay collects shillings only, and an unknown line of Selcom is read as shillings. */
const currency = "TZS";

async function takesIt(tx: Tx, campaignId: string): Promise<boolean> {
  const { rows } = await sql`
    select from campaigns
    where id = ${campaignId} and currency = ${currency} and archived_at is null and status not in ('pending', 'rejected')
      and shown_status(status, suspended_at, is_zakat_eligible, zakat_until) = status
  `.execute(tx);
  return rows.length > 0;
}

type Lost = PaidLine & { campaignId: string; provider: ProviderName };

async function insertLost(tx: Tx, lost: Lost, now: Date): Promise<{ externalId: string; reference: string }> {
  const { campaignId, provider, reference, providerReference, amount, day } = lost;
  for (let at = now.getTime(); ; at++) {
    const orderId = externalId(campaignId, at);
    const donation = await tx
      .insertInto("donations")
      .values({
        ...{ campaign_id: campaignId, amount, currency, provider, external_id: orderId, is_anonymous: true },
        receipt_key: randomBytes(16).toString("base64url"),
        ...(day !== null && { created_at: noonOrNow(day, now) }),
      })
      .onConflict((clash) => clash.column("external_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (donation === undefined) continue;
    await tx
      .insertInto("payments")
      .values({
        ...{ donation_id: donation.id, provider, reference, provider_reference: providerReference },
        ...{ amount, currency, status: "initiated", next_check_at: now },
        // The list does not say how it was paid. As a card it would count as an unpaid card page.
        method: "mobile",
      })
      .execute();
    return { externalId: orderId, reference };
  }
}

/** Noon, so that the date is the same in every time zone, but never in the future. */
const noonOrNow = (day: string, now: Date) =>
  new Date(Math.min(Date.parse(`${day}T12:00:00+03:00`), now.getTime()));
