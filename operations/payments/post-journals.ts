import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { Money } from "#domain/money/money.ts";
import { feePostings, donationPostings, movePostings, type Posting } from "#domain/payments/status.ts";
import type { LockedPayment } from "./lock.ts";

type Db = Kysely<Tables>;

/** The donation, and in a separate journal any fee that the donor added. */
export async function postDonation(db: Db, payment: LockedPayment, at: Date | null): Promise<void> {
  const { donation, fee, fund, receivedIn } = payment;
  await post(
    db,
    payment,
    "donation",
    at,
    donationPostings(donation.amount, receivedIn, fund, donation.campaignId),
  );
  if (fee.amount > 0n) await post(db, payment, "fee", at, feePostings(fee, receivedIn));
}

/** Takes a part of the donation back from its current campaign. The fee stays. */
export async function postPartRefund(db: Db, payment: LockedPayment, part: Money, by: Approved) {
  const { donation, fund, receivedIn } = payment;
  const { amount, currency } = part;
  const back = donationPostings({ amount: -amount, currency }, receivedIn, fund, donation.campaignId);
  await post(db, payment, "part-refund", null, back, by);
}

/** Records what is left of the donation under another campaign. */
export async function postMove(
  db: Db,
  payment: LockedPayment,
  to: { fund: string; campaignId: string },
  by: Approved,
) {
  const { donation, fund } = payment;
  const from = { fund, campaignId: donation.campaignId };
  await post(db, payment, "move", null, movePostings(donation.left, from, to), by);
}

export type Approved = { proposalId: bigint; by: string };

/** Reverses what is left of donation and fee, each by a journal that names the reversed one. */
export async function undoDonation(db: Db, payment: LockedPayment, by: string | null = null): Promise<void> {
  const journals = await db
    .selectFrom("journal")
    .select(["id", "kind"])
    .where("payment_id", "=", payment.id)
    .where("kind", "in", ["donation", "fee"])
    .orderBy("id")
    .execute();
  for (const { id, kind } of journals) {
    const undoing = await db
      .insertInto("journal")
      .values({
        kind: kind === "fee" ? "fee-reversal" : "donation-reversal",
        payment_id: payment.id,
        reversed_of: id,
        entered_by: by,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("postings")
      .columns(["journal_id", "line", "account", "amount", "currency", "campaign_id"])
      .expression(
        db
          .selectFrom("postings as y")
          .innerJoin("journal as j", "j.id", "y.journal_id")
          .select([
            sql<bigint>`${undoing.id}::bigint`.as("journal_id"),
            sql<number>`row_number() over (order by min(y.line), y.account) - 1`.as("line"),
            "y.account",
            sql<bigint>`-sum(y.amount)::bigint`.as("amount"),
            "y.currency",
            "y.campaign_id",
          ])
          .where("j.payment_id", "=", payment.id)
          .where("j.kind", "in", kind === "fee" ? ["fee"] : ["donation", "move", "part-refund"])
          .groupBy(["y.account", "y.currency", "y.campaign_id"])
          .having(sql<boolean>`sum(y.amount) <> 0`),
      )
      .execute();
  }
}

async function post(
  db: Db,
  payment: LockedPayment,
  kind: "donation" | "fee" | "move" | "part-refund",
  at: Date | null,
  postings: Posting[],
  approved: Approved | null = null,
): Promise<void> {
  // One statement, because each round trip costs every donation.
  await db
    .with("entry", (to) =>
      to
        .insertInto("journal")
        .values({
          kind,
          payment_id: payment.id,
          ...(at === null ? {} : { occurred_at: at }),
          ...(approved === null ? {} : { proposal_id: approved.proposalId, entered_by: approved.by }),
        })
        .returning("id"),
    )
    .insertInto("postings")
    .values(({ selectFrom }) =>
      postings.map(({ account, amount, currency, campaignId }, line) => ({
        ...{ journal_id: selectFrom("entry").select("entry.id"), line, account, amount, currency },
        campaign_id: campaignId,
      })),
    )
    .execute();
}
