import { sql, type ExpressionBuilder } from "kysely";
import type { Tables } from "#database/tables.ts";
import { shownCharacters } from "#domain/payments/provider-message.ts";

type Payments = ExpressionBuilder<Tables & { p: Tables["payments"] }, "p">;

/** The provider's last message that can say why the payment ended. A report of money does not. */
export const lastWord = (is: Payments) =>
  is
    .selectFrom("provider_messages as m")
    .select(sql<string>`left(m.body, ${shownCharacters})`.as("body"))
    .whereRef("m.payment_id", "=", "p.id")
    .where(
      sql<boolean>`coalesce(m.verdict, '') not in (
        'not stored', 'to be asked about', 'mismatch', 'contradiction', 'corrected', 'succeeded'
      )`,
    )
    .orderBy("m.id", "desc")
    .limit(1);

export const isClosedByStaff = (is: Payments) =>
  is.exists(
    is
      .selectFrom("cases")
      .select("cases.id")
      .whereRef("cases.payment_id", "=", "p.id")
      .where("cases.decision", "=", "fail"),
  );

/** The donor is then not promised that they were not charged. */
export const isReportOfMoneyDismissed = (is: Payments) =>
  is.exists(
    is
      .selectFrom("cases")
      .select("cases.id")
      .whereRef("cases.payment_id", "=", "p.id")
      .where("cases.kind", "in", ["mismatch", "not-booked", "no-answer"])
      .where("cases.decision", "=", "dismiss"),
  );
