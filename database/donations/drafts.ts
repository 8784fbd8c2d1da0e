import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

export type Draft = Record<string, string>;

export const draftMinutes = 60;

export async function findDraft(db: Reads, key: string, campaignId: string): Promise<Draft | null> {
  const row = await db
    .selectFrom("donation_drafts")
    .select("entered")
    .where("key", "=", key)
    .where("campaign_id", "=", campaignId)
    .where("created_at", ">=", sql<Date>`now() - make_interval(mins => ${draftMinutes})`)
    .executeTakeFirst();
  return row?.entered ?? null;
}

export async function findDraftOfOrder(
  db: Reads,
  orderId: string,
  pressAddress: string,
): Promise<Draft | null> {
  const row = await db
    .selectFrom("donation_drafts as g")
    .innerJoin("idempotency_keys as i", "i.key", "g.key")
    .innerJoin("donations as d", "d.id", "i.donation_id")
    .select("g.entered")
    .where("d.external_id", "=", orderId)
    .where("i.address", "=", pressAddress)
    .where("g.created_at", ">=", sql<Date>`now() - make_interval(mins => ${draftMinutes})`)
    .executeTakeFirst();
  return row?.entered ?? null;
}
