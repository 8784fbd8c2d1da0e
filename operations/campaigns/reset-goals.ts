import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

type NewGoal = { goal: bigint; by: string; now: Date };

/** Sets the goal of every campaign in shillings, in one step. The audit log has the previous goals. */
export function resetGoals(db: Reads, { goal, by, now }: NewGoal): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom("campaigns")
      .select(["id", "goal_amount"])
      .where("currency", "=", "TZS")
      .where("archived_at", "is", null)
      .where("goal_amount", "<>", goal)
      .orderBy("id")
      .forUpdate()
      .execute();
    if (before.length === 0) return 0;
    await tx
      .updateTable("campaigns")
      .set({ goal_amount: goal, updated_at: now })
      .where(
        "id",
        "in",
        before.map(({ id }) => id),
      )
      .execute();
    await recordAction(tx, by, {
      action: "goals-reset",
      subject: "campaigns",
      before: Object.fromEntries(before.map((each) => [each.id, String(each.goal_amount)])),
      after: { goal: String(goal) },
    });
    return before.length;
  });
}
