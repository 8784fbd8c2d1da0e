import type { Transaction } from "kysely";
import { goalsToReset, lastGoalReset, type GoalReset } from "#database/campaigns/goal-resets.ts";
import { readRecordHindrance } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import type { Tables } from "#database/tables.ts";
import { addVersion, keepFirstVersion } from "#operations/content/add-version.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import { editedCampaign } from "#operations/content/records/campaign.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type GoalsChanged = { kind: "changed"; count: number };

/** Resets and undos wait for each other, so that an undo sees a reset that began before it. */
const resets = "campaigns";

type NewGoal = { goal: bigint; by: string; now: Date };

/** `reset` identifies it for an undo; null if every goal was the same before. */
export type GoalsReset = GoalsChanged & { reset: GoalReset["id"] | null };

/** Sets the goal of every campaign in shillings that is not completed. Each campaign's history has the change. */
export function resetGoals(db: Reads, { goal, by, now }: NewGoal): Promise<GoalsReset | AccessHindrance> {
  return db.transaction().execute(async (tx) => {
    await lockRecord(tx, resets);
    const hindrance = await readRecordHindrance(tx, by, "campaigns");
    if (hindrance !== null) return hindrance;
    const { goals } = await goalsToReset(tx);
    const before: Record<string, string> = {};
    for (const { id } of goals.filter((each) => each.goal !== goal)) {
      const old = await setGoal(tx, { id, by, now, goal });
      if (old !== null) before[id] = String(old);
    }
    const count = Object.keys(before).length;
    if (count === 0) return { kind: "changed", count, reset: null };
    await recordAction(tx, by, {
      action: "goals-reset",
      subject: "campaigns",
      before,
      after: { goal: String(goal) },
    });
    return { kind: "changed", count, reset: (await lastGoalReset(tx))?.id ?? null };
  });
}

/** Returns the goals from before the last reset. Goals that someone has changed since then stay. */
export function undoGoalReset(
  db: Reads,
  { reset, by, now }: { reset: GoalReset["id"]; by: string; now: Date },
): Promise<GoalsChanged | { kind: "not-the-last" } | AccessHindrance> {
  return db.transaction().execute(async (tx) => {
    await lockRecord(tx, resets);
    const hindrance = await readRecordHindrance(tx, by, "campaigns");
    if (hindrance !== null) return hindrance;
    const last = await lastGoalReset(tx);
    if (last?.id !== reset) return { kind: "not-the-last" };
    const after: Record<string, string> = {};
    for (const [id, goal] of last.before) {
      const old = await setGoal(tx, { id, by, now, goal, onlyFrom: last.goal });
      if (old !== null) after[id] = String(goal);
    }
    await recordAction(tx, by, {
      action: "goals-reset-undone",
      subject: "campaigns",
      before: { goal: String(last.goal) },
      after,
    });
    return { kind: "changed", count: Object.keys(after).length };
  });
}

type Change = NewGoal & { id: string; onlyFrom?: bigint };

/** Returns the goal from before, or null if nothing was changed. */
async function setGoal(
  tx: Transaction<Tables>,
  { id, goal, by, now, onlyFrom }: Change,
): Promise<bigint | null> {
  const record = editedCampaign(id);
  await lockRecord(tx, record.subject);
  const row = await tx
    .selectFrom("campaigns")
    .select("goal_amount")
    .where("id", "=", id)
    .where("currency", "=", "TZS")
    .where("archived_at", "is", null)
    // An undo also returns the goal of a campaign that was completed after the reset.
    .$if(onlyFrom === undefined, (row) => row.where("status", "<>", "completed"))
    .forUpdate()
    .executeTakeFirst();
  const old = row?.goal_amount;
  if (old === undefined || old === goal || (onlyFrom !== undefined && old !== onlyFrom)) return null;
  await keepFirstVersion(tx, record.subject, await record.read(tx));
  await tx
    .updateTable("campaigns")
    .set({ goal_amount: goal, updated_at: now })
    .where("id", "=", id)
    .execute();
  const draft = await record.read(tx);
  if (draft !== null) await addVersion(tx, record.subject, { draft, authorId: by, restoredFrom: null });
  return old;
}
