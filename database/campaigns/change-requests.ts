import type { ChangeStatus } from "#domain/campaigns/change-request.ts";
import type { Language, Translated } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";
import type { Day } from "#domain/system/calendar.ts";
import { translated } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";

export type ChangeRequest = {
  id: bigint;
  campaignId: string;
  campaign: Translated;
  status: ChangeStatus;
  organizer: { id: string; name: string; email: string };
  language: Language;
  /** Null if it stays. */
  goal: { was: Money; becomes: Money } | null;
  endDate: { was: Day; becomes: Day } | null;
  use: string | null;
  reason: string;
  requestedAt: Date;
  decision: { by: string; at: Date; reason: string } | null;
};

export async function findChangeRequest(db: Reads, id: bigint): Promise<ChangeRequest | null> {
  const row = await requests(db).where("r.id", "=", id).executeTakeFirst();
  return row === undefined ? null : asRequest(row);
}

/** Newest first. */
export async function listChangeRequestsOf(db: Reads, campaignId: string): Promise<ChangeRequest[]> {
  const rows = await requests(db)
    .where("r.campaign_id", "=", campaignId)
    .orderBy("r.id", "desc")
    .limit(100)
    .execute();
  return rows.map(asRequest);
}

/** For staff. The oldest first while they wait, otherwise the newest first. */
export async function listChangeRequests(
  db: Reads,
  status: ChangeStatus | null,
  most = 100,
): Promise<ChangeRequest[]> {
  const rows = await requests(db)
    .$if(status !== null, (query) => query.where("r.status", "=", status ?? "pending"))
    .orderBy("r.id", status === "pending" ? "asc" : "desc")
    .limit(most)
    .execute();
  return rows.map(asRequest);
}

const requests = (db: Reads) =>
  db
    .selectFrom("change_requests as r")
    .innerJoin("campaigns as c", "c.id", "r.campaign_id")
    .innerJoin("users as u", "u.id", "r.requested_by")
    .leftJoin("users as d", "d.id", "r.decided_by")
    .select(["r.id", "r.campaign_id", "c.title", "c.title_sw", "c.currency", "r.status", "r.language"])
    .select(["r.requested_by", "u.name", "u.email", "r.goal_was", "r.goal", "r.end_date_was", "r.end_date"])
    .select(["r.use_of_money", "r.reason", "r.requested_at", "r.decided_at", "r.decision_reason"])
    .select("d.name as decider");

type Row = Awaited<ReturnType<ReturnType<typeof requests>["executeTakeFirstOrThrow"]>>;

const asRequest = (row: Row): ChangeRequest => ({
  id: row.id,
  campaignId: row.campaign_id,
  campaign: translated(row.title, row.title_sw),
  status: row.status,
  organizer: { id: row.requested_by, name: row.name, email: row.email },
  language: row.language,
  goal:
    row.goal === null
      ? null
      : {
          was: { amount: row.goal_was, currency: row.currency },
          becomes: { amount: row.goal, currency: row.currency },
        },
  endDate: row.end_date === null ? null : { was: row.end_date_was, becomes: row.end_date },
  use: row.use_of_money,
  reason: row.reason,
  requestedAt: row.requested_at,
  decision:
    row.decided_at === null || row.decider === null
      ? null
      : { by: row.decider, at: row.decided_at, reason: row.decision_reason },
});

export type UseChange = { language: Language; use: string; since: Day };

/** The uses of a campaign's money, each with its first day. The oldest first. */
export async function listUseChanges(db: Reads, campaignId: string): Promise<UseChange[]> {
  return db
    .selectFrom("public_use_changes")
    .select(["language", "use_of_money as use", "since"])
    .where("campaign_id", "=", campaignId)
    .orderBy("id")
    .execute();
}
