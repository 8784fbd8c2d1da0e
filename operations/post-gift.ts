import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import { feePostings, giftPostings, type Posting } from "#domain/payment.ts";
import type { LockedPayment } from "./lock-payment.ts";

type Db = Kysely<Tables>;

/** The gift, and the fee that the giver added in a journal of its own. */
export async function postGift(db: Db, payment: LockedPayment, at: Date | null): Promise<void> {
  const { donation, fee, fund, receivedIn } = payment;
  await post(db, payment, "gift", at, giftPostings(donation.gift, receivedIn, fund, donation.campaignId));
  if (fee.amount > 0n) await post(db, payment, "fee", at, feePostings(fee, receivedIn));
}

/** Undoes both, each by a journal that names the one it undoes. */
export async function undoGift(db: Db, payment: LockedPayment, by: string | null = null): Promise<void> {
  const journals = await db
    .selectFrom("journal")
    .select(["id", "kind"])
    .where("payment_id", "=", payment.id)
    .where("kind", "in", ["gift", "fee"])
    .orderBy("id")
    .execute();
  for (const { id, kind } of journals) {
    const undoing = await db
      .insertInto("journal")
      .values({
        kind: kind === "fee" ? "fee-reversal" : "gift-reversal",
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
          .selectFrom("postings")
          .select([
            sql<bigint>`${undoing.id}::bigint`.as("journal_id"),
            "line",
            "account",
            sql<bigint>`-amount`.as("amount"),
            "currency",
            "campaign_id",
          ])
          .where("journal_id", "=", id),
      )
      .execute();
  }
}

async function post(
  db: Db,
  payment: LockedPayment,
  kind: "gift" | "fee",
  at: Date | null,
  postings: Posting[],
): Promise<void> {
  const { id } = await db
    .insertInto("journal")
    .values({ kind, payment_id: payment.id, ...(at === null ? {} : { occurred_at: at }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = postings.map(({ account, amount, currency, campaignId }, line) => ({
    journal_id: id,
    line,
    account,
    amount,
    currency,
    campaign_id: campaignId,
  }));
  await db.insertInto("postings").values(rows).execute();
}
