import { sql, type Transaction } from "kysely";
import { decimalText } from "#domain/money/money.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { withValue } from "#domain/content/draft.ts";
import { readRecordHindrance } from "#database/accounts/role-grants.ts";
import { findChangeRequest, type ChangeRequest } from "#database/campaigns/change-requests.ts";
import { findSuspension } from "#database/campaigns/held.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import { editedCampaign } from "#operations/content/records/campaign.ts";
import { writeRecord } from "#operations/content/save-record.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Tx = Transaction<Tables>;

type Deciding = {
  requestId: bigint;
  verdict: { kind: "approved" } | { kind: "rejected"; reason: string };
  by: string;
  now: Date;
};

export type DecidedChange =
  | { kind: "decided" }
  | { kind: "unknown" }
  /** A colleague was faster. */
  | { kind: "decided-before" }
  | { kind: "own" }
  | { kind: "suspended" }
  /** Staff have changed the goal or the end date since the request, or ended or deleted the campaign. */
  | { kind: "changed-since" }
  | { kind: "end-date-passed" }
  /** The last ruling of a Zakat campaign is about the earlier use. */
  | { kind: "ruling-needed" }
  | AccessHindrance;

/** Decides about a change request. An approved change is written like a save in the editor, in the same transaction. */
export async function decideChange(
  db: Reads,
  { requestId, verdict, by, now }: Deciding,
): Promise<DecidedChange> {
  return db.transaction().execute(async (tx): Promise<DecidedChange> => {
    const request = await findChangeRequest(tx, requestId);
    if (request === null) return { kind: "unknown" };
    // Locks the campaign before the request, like a new request does, to avoid a deadlock.
    const campaign = await lockCampaign(tx, request.campaignId);
    if (!(await lockPending(tx, requestId))) return { kind: "decided-before" };
    if (request.organizer.id === by || campaign.owner_id === by) return { kind: "own" };
    if (verdict.kind === "approved") {
      const refusal = await findRefusal(tx, { request, campaign, by, now });
      if (refusal !== null) return refusal;
      if (!(await apply(tx, request, by))) return { kind: "changed-since" };
    }
    await tx
      .updateTable("change_requests")
      .set({ status: verdict.kind, decided_by: by, decided_at: now })
      .set({ decision_reason: verdict.kind === "rejected" ? verdict.reason : "" })
      .where("id", "=", requestId)
      .execute();
    await recordAction(tx, by, {
      action: actions[verdict.kind],
      subject: `change-request:${requestId}`,
      after: { campaign: request.campaignId },
    });
    await emailOrganizer(tx, request);
    return { kind: "decided" };
  });
}

const actions = {
  approved: "change-request-approved",
  rejected: "change-request-rejected",
} as const;

async function lockCampaign(tx: Tx, id: string) {
  await lockRecord(tx, `campaign:${id}`);
  return tx
    .selectFrom("campaigns")
    .select(["owner_id", "goal_amount", "currency", "end_date", "archived_at", "status", "is_zakat_eligible"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function lockPending(tx: Tx, id: bigint): Promise<boolean> {
  const pending = await tx
    .selectFrom("change_requests")
    .select("id")
    .where("id", "=", id)
    .where("status", "=", "pending")
    .forUpdate()
    .executeTakeFirst();
  return pending !== undefined;
}

type Locked = Awaited<ReturnType<typeof lockCampaign>>;

type Approving = { request: ChangeRequest; campaign: Locked; by: string; now: Date };

/** The reason why this request cannot be approved, or null. */
async function findRefusal(tx: Tx, { request, campaign, by, now }: Approving): Promise<DecidedChange | null> {
  if (await findSuspension(tx, request.organizer.id)) return { kind: "suspended" };
  const hindrance = await readRecordHindrance(tx, by, `campaign:${request.campaignId}`);
  if (hindrance !== null) return hindrance;
  if (!isAsRequested(request, campaign)) return { kind: "changed-since" };
  if (request.endDate !== null && request.endDate.becomes < dayOf(now)) return { kind: "end-date-passed" };
  const isNewZakatUse = request.use !== null && campaign.is_zakat_eligible;
  return isNewZakatUse && !(await hasNewerRuling(tx, request)) ? { kind: "ruling-needed" } : null;
}

/** A ruling is about the use that its reviewer read. */
async function hasNewerRuling(tx: Tx, { campaignId, requestedAt }: ChangeRequest): Promise<boolean> {
  const ruling = await tx
    .selectFrom("zakat_rulings")
    .select("id")
    .where("campaign_id", "=", campaignId)
    .where("withdrawn_at", "is", null)
    .where("recorded_at", ">", requestedAt)
    .where(sql<boolean>`coalesce(expires_on >= fund_day(), true)`)
    .executeTakeFirst();
  return ruling !== undefined;
}

/** The reviewer saw the present values next to the wanted ones. */
function isAsRequested({ goal, endDate }: ChangeRequest, campaign: Locked): boolean {
  if (campaign.archived_at !== null) return false;
  if (campaign.status !== "active" && campaign.status !== "paused") return false;
  if (endDate !== null && endDate.was !== campaign.end_date) return false;
  return (
    goal === null || (goal.was.amount === campaign.goal_amount && goal.was.currency === campaign.currency)
  );
}

/** False if the campaign's record does not accept the values. */
async function apply(tx: Tx, { campaignId, goal, endDate }: ChangeRequest, by: string): Promise<boolean> {
  if (goal === null && endDate === null) return true;
  const record = editedCampaign(campaignId);
  const before = await record.read(tx);
  if (before === null) return false;
  const withGoal = goal === null ? before : withValue(before, "goal", decimalText(goal.becomes));
  const draft = endDate === null ? withGoal : withValue(withGoal, "endDate", endDate.becomes);
  const checked = record.check(draft);
  if (checked.kind === "invalid") return false;
  const after = await writeRecord(tx, record, { before, checked, authorId: by });
  await recordAction(tx, by, { action: "record-saved", subject: `record:${record.subject}`, before, after });
  return true;
}

async function emailOrganizer(tx: Tx, { id, organizer, language }: ChangeRequest): Promise<void> {
  const details = JSON.stringify({ requestId: String(id) });
  await tx
    .insertInto("outbox")
    .values({ template: "change-request", recipient: organizer.email, language, details })
    .execute();
}
