import { isSecondStepRequired, keepSecondStepRule } from "#database/second-step.ts";
import type { Reads } from "#database/sql.server.ts";

/** From the next request on, whoever on the staff lacks it sets it up before anything else. */
export function requireSecondStep(db: Reads, required: boolean, doneBy: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const before = await isSecondStepRequired(tx);
    if (before === required) return;
    await keepSecondStepRule(tx, required);
    await tx
      .insertInto("audit_log")
      .values({
        actor_id: doneBy,
        action: "second-step-rule-changed",
        subject: "setting:second-step",
        before: JSON.stringify({ required: before }),
        after: JSON.stringify({ required }),
      })
      .execute();
  });
}
