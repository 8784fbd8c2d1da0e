import type { Day } from "#domain/system/calendar.ts";
import { sql } from "kysely";
import { rulingNoticeDays } from "#domain/campaigns/ruling-notice.ts";
import type { Reads } from "#database/sql.server.ts";

export type ZakatRuling = {
  id: bigint;
  reviewer: string;
  ruledOn: Day;
  reasons: string;
  expiresOn: Day | null;
  withdrawn: { at: Date; reason: string } | null;
};

/** Newest first, for staff. */
export async function listRulings(db: Reads, campaignId: string): Promise<ZakatRuling[]> {
  const rows = await db
    .selectFrom("zakat_rulings")
    .selectAll()
    .where("campaign_id", "=", campaignId)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    reviewer: row.reviewer_name,
    ruledOn: row.ruled_on,
    reasons: row.reasons,
    expiresOn: row.expires_on,
    withdrawn:
      row.withdrawn_at === null ? null : { at: row.withdrawn_at, reason: row.withdrawal_reason ?? "" },
  }));
}

export type PublicRuling = Pick<ZakatRuling, "reviewer" | "ruledOn" | "reasons" | "expiresOn">;

/** The newest valid ruling of a campaign. */
export async function findPublicRuling(db: Reads, campaignId: string): Promise<PublicRuling | null> {
  const row = await db
    .selectFrom("public_zakat_rulings")
    .select(["reviewer_name as reviewer", "ruled_on as ruledOn", "reasons", "expires_on as expiresOn"])
    .where("campaign_id", "=", campaignId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Members of the advisory body who can rule. */
export function listReviewers(db: Reads): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom("team_members")
    .select(["id", "name"])
    .where("is_active", "=", true)
    .orderBy("order_index")
    .execute();
}

/** A campaign `c` whose ruling ends soon, has ended, was withdrawn or never was. */
export const lacksRulingSoon = sql<boolean>`
  c.is_zakat_eligible and c.archived_at is null and c.status in ('active', 'paused') and c.end_date >= fund_day()
    and coalesce(c.zakat_until, '-infinity') < least(c.end_date, fund_day() + ${rulingNoticeDays + 1}::int)
`;

export type Suspension = { reason: string; at: Date; by: string };

export async function findSuspension(db: Reads, userId: string): Promise<Suspension | null> {
  const row = await db
    .selectFrom("organizer_suspensions as s")
    .innerJoin("users as u", "u.id", "s.suspended_by")
    .select(["s.reason", "s.suspended_at as at", "u.name as by"])
    .where("s.user_id", "=", userId)
    .where("s.lifted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** A campaign whose money is recorded as Zakat. */
export async function findZakatCampaign(
  db: Reads,
  id: string,
): Promise<{ id: string; title: string } | null> {
  const row = await db
    .selectFrom("campaigns")
    .select(["id", "title"])
    .where("id", "=", id)
    .where("is_zakat_eligible", "=", true)
    .executeTakeFirst();
  return row ?? null;
}
