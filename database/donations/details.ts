import { sql } from "kysely";
import type { DonorConsents, DonationStatus } from "#domain/donations/read-donor.ts";
import type { Language, Translated } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";
import type { FailureReason } from "#domain/payments/failure-reason.ts";
import type { ByNumber } from "#domain/payments/provider.ts";
import type { PaymentStatus } from "#domain/payments/status.ts";
import type { PhoneNumber, Network } from "#domain/payments/phone.ts";
import { isClosedByStaff, isReportOfMoneyDismissed, lastWord } from "./ended-payment.ts";
import { doubtFrom, isOtherAmountInDoubt, sayingOtherAmount, statusForDonor, type Doubt } from "./doubt.ts";
import { translated } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";

/** A donation with its latest payment, for its donor. Only the donor can see the personal data in it. */
export type Donation = {
  orderId: string;
  receiptKey: string | null;
  receiptNumber: bigint | null;
  status: DonationStatus;
  createdAt: Date;
  completedAt: Date | null;
  reversedAt: Date | null;
  language: Language;
  campaign: { id: string; title: Translated };
  /** The donor's choice, if the donation was moved. */
  givenTo: Translated | null;
  amount: Money;
  /** The amount refunded in parts. */
  refunded: Money;
  fee: Money;
  person: {
    name: string | null;
    email: string | null;
    graduationYear: string | null;
    agreed: DonorConsents;
    message: string | null;
    phone: PhoneNumber | null;
  };
  payment: {
    reference: string;
    status: PaymentStatus;
    method: "mobile" | "card" | "bank" | "cash";
    network: Network | null;
    startedAt: Date;
    pageUrl: string | null;
    byNumber: ByNumber | null;
    providerReference: string | null;
    operatorReference: string | null;
    doubt: Doubt | null;
    /** There is a doubt, also a young one that no page tells yet. Then no page asks to pay. */
    mayBePaid: boolean;
    /** Null also if the provider named no whole amount. */
    reportedAmount: Money | null;
    /** Staff decided that no money arrived, or that a report of money needs no action. */
    closedByStaff: boolean;
    /** The provider's last message about it, unchanged. */
    providerWord: string;
    keptReason: FailureReason | null;
  };
};

/** Finds it by our reference or by the provider's. */
export async function findDonation(db: Reads, orderId: string): Promise<Donation | null> {
  const row = await db
    .selectFrom("donations as d")
    .innerJoin("payments as p", "p.donation_id", "d.id")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .leftJoin("campaigns as g", "g.id", "d.chosen_campaign_id")
    .select((is) => [
      ...(["d.external_id", "d.receipt_key", "d.receipt_number", "d.status", "d.created_at"] as const),
      ...(["d.completed_at", "d.reversed_at", "d.language", "d.campaign_id", "d.amount"] as const),
      ...(["d.currency", "d.donor_name", "d.donor_email", "d.is_anonymous", "d.graduation_year"] as const),
      ...([
        "d.refunded",
        "d.chosen_campaign_id",
        "g.title as given_title",
        "g.title_sw as given_title_sw",
      ] as const),
      ...([
        "d.message",
        "d.wants_updates",
        "d.is_shown",
        "c.title",
        "c.title_sw",
        "p.fee",
        "p.phone",
        "p.reference",
      ] as const),
      ...(["p.status as payment_status", "p.method", "p.network", "p.created_at as started_at"] as const),
      ...(["p.page_url", "p.failure", "p.kept_reason", "p.pay_number", "p.pay_qr"] as const),
      ...(["p.provider_reference", "p.operator_reference"] as const),
      lastWord(is).as("said"),
      isClosedByStaff(is).as("closed_by_staff"),
      isReportOfMoneyDismissed(is).as("report_dismissed"),
      isOtherAmountInDoubt("p").as("is_other_amount"),
      sql<boolean>`${isOtherAmountInDoubt("p", { atAnyAge: true })} is not null`.as("may_be_paid"),
      is
        .selectFrom("cases")
        .select(
          sql<string | null>`
            jsonb_path_query_first(cases.details, '$.wrong[*] ? (@.field == "amount").said') #>> '{}'
          `.as("reported"),
        )
        .whereRef("cases.payment_id", "=", "p.id")
        .where("cases.kind", "=", "mismatch")
        .where(sayingOtherAmount("cases"))
        .orderBy("cases.id", "desc")
        .limit(1)
        .as("reported_amount"),
    ])
    .where((is) => is.or([is("d.external_id", "=", orderId), is("d.transaction_id", "=", orderId)]))
    .orderBy((is) => is("d.external_id", "=", orderId), "desc")
    .orderBy("p.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { currency } = row;
  const doubt = doubtFrom(row.is_other_amount);
  return {
    orderId: row.external_id,
    receiptKey: row.receipt_key,
    receiptNumber: row.receipt_number,
    status: statusForDonor(row.status, doubt),
    createdAt: row.created_at,
    completedAt: row.completed_at,
    reversedAt: row.reversed_at,
    language: row.language,
    campaign: { id: row.campaign_id, title: translated(row.title, row.title_sw) },
    givenTo:
      row.given_title === null || row.chosen_campaign_id === row.campaign_id
        ? null
        : translated(row.given_title, row.given_title_sw),
    amount: { amount: row.amount, currency },
    refunded: { amount: row.refunded, currency },
    fee: { amount: row.fee, currency },
    person: {
      name: row.is_anonymous ? null : row.donor_name,
      email: row.donor_email,
      graduationYear: row.graduation_year,
      agreed: { updates: row.wants_updates, shown: row.is_shown },
      message: row.message,
      phone: row.phone,
    },
    payment: {
      reference: row.reference,
      status: doubt === null ? row.payment_status : "review",
      method: row.method,
      network: row.network,
      startedAt: row.started_at,
      pageUrl: row.page_url,
      byNumber: row.pay_number === null ? null : { number: row.pay_number, qr: row.pay_qr },
      providerReference: row.provider_reference,
      operatorReference: row.operator_reference,
      doubt,
      mayBePaid: row.may_be_paid,
      reportedAmount: /^\d{1,18}$/.test(row.reported_amount ?? "")
        ? { amount: BigInt(row.reported_amount ?? "0"), currency }
        : null,
      closedByStaff: Boolean(row.closed_by_staff) || Boolean(row.report_dismissed),
      providerWord: row.said ?? row.failure ?? "",
      keptReason: row.kept_reason,
    },
  };
}
