import type { Money } from "#domain/money/money.ts";
import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

export const queueStatuses = ["waiting", "approved", "hidden"] as const;
type QueueStatus = (typeof queueStatuses)[number];

export type QueuedMessage = {
  donationId: bigint;
  message: string;
  name: string;
  campaign: { id: string; title: string };
  amount: Money;
  at: Date;
  status: QueueStatus;
};

/** Messages whose donors agreed to show them, those without a decision first. */
export async function listQueuedMessages(
  db: Reads,
  { status, most }: { status: QueueStatus | null; most: number },
): Promise<QueuedMessage[]> {
  const rows = await db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .leftJoin("support_messages as s", "s.donation_id", "d.id")
    .select([
      ...(["d.id", "d.message", "d.donor_name", "d.amount", "d.currency", "d.completed_at"] as const),
      ...(["c.id as campaign_id", "c.title", "s.status"] as const),
    ])
    .where("d.is_shown", "=", true)
    .where("d.message", "is not", null)
    .where("d.status", "=", "completed")
    .where("d.reversed_at", "is", null)
    .$if(status !== null, (query) =>
      query.where(sql<QueueStatus | null>`coalesce(s.status, 'waiting')`, "=", status),
    )
    .orderBy(sql`s.donation_id is not null`)
    .orderBy("d.id", "desc")
    .limit(most)
    .execute();
  return rows.flatMap((row) =>
    row.message === null || row.completed_at === null
      ? []
      : [
          {
            donationId: row.id,
            message: row.message,
            name: row.donor_name,
            campaign: { id: row.campaign_id, title: row.title },
            amount: { amount: row.amount, currency: row.currency },
            at: row.completed_at,
            status: row.status ?? "waiting",
          },
        ],
  );
}
