import { z } from "zod";
import type { Reads } from "#database/sql.server.ts";

export type GoalReset = {
  id: bigint;
  at: Date;
  by: string;
  goal: bigint;
  before: [id: string, goal: bigint][];
};

const goals = z.record(z.string(), z.string().regex(/^\d+$/).transform(BigInt));
const reset = z.object({ goal: z.string().regex(/^\d+$/).transform(BigInt) });

/** The last reset of all goals, unless it was undone. */
export async function lastGoalReset(db: Reads): Promise<GoalReset | null> {
  const row = await db
    .selectFrom("audit_log as l")
    .leftJoin("users as u", "u.id", "l.actor_id")
    .select(["l.id", "l.at", "l.action", "l.before", "l.after"])
    .select(({ fn, ref }) => fn.coalesce(ref("u.name"), ref("l.actor_id")).as("by"))
    .where("l.action", "in", ["goals-reset", "goals-reset-undone"])
    .orderBy("l.id", "desc")
    .executeTakeFirst();
  if (row?.action !== "goals-reset") return null;
  const { goal } = reset.parse(row.after);
  return { id: row.id, at: row.at, by: row.by ?? "", goal, before: Object.entries(goals.parse(row.before)) };
}

export type Goal = { id: string; goal: bigint };

/** A completed campaign keeps the goal that it reached. */
export async function goalsToReset(db: Reads): Promise<{ goals: Goal[]; completed: number }> {
  const campaigns = await db
    .selectFrom("campaigns")
    .select(["id", "goal_amount as goal", "status"])
    .where("currency", "=", "TZS")
    .where("archived_at", "is", null)
    .orderBy("id")
    .execute();
  const goals = campaigns.filter(({ status }) => status !== "completed");
  return { goals: goals.map(({ id, goal }) => ({ id, goal })), completed: campaigns.length - goals.length };
}
