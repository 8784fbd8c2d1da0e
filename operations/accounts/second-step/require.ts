import type { z } from "zod";
import { nameActor, readAccessHindrance } from "#database/accounts/role-grants.ts";
import { isSecondStepRequired, secondStepKey, secondStepRule } from "#database/accounts/second-step.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Person } from "#domain/accounts/roles.ts";
import { notifyAdmins } from "#operations/mail/notify-admins.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Requirement = { required: boolean; by: Pick<Person, "id" | "hasSecondStep" | "hasPasskey"> };

/**
 * From the next request on, staff without two-step sign-in must set it up first. The admin who requires it must have
 * it already, or the rule would stop them first.
 */
export async function requireSecondStep(
  db: Reads,
  { required, by }: Requirement,
): Promise<AccessHindrance | "required" | "not-required" | "lacks-own"> {
  if (required && !by.hasSecondStep && !by.hasPasskey) return "lacks-own";
  return db.transaction().execute(async (tx) => {
    const hindrance = required ? null : await readAccessHindrance(tx, by.id);
    if (hindrance !== null) return hindrance;
    const outcome = required ? "required" : "not-required";
    const before = await isSecondStepRequired(tx);
    if (before === required) return outcome;
    await nameActor(tx, by.id);
    await saveSecondStepRule(tx, required);
    await recordAction(tx, by.id, {
      action: "second-step-rule-changed",
      subject: "setting:second-step",
      before: { required: before },
      after: { required },
    });
    await notifyAdmins(tx, { change: required ? "rule-on" : "rule-off", about: null, by: by.id });
    return outcome;
  });
}

export async function saveSecondStepRule(tx: Reads, required: boolean): Promise<void> {
  const value = JSON.stringify({ required } satisfies z.infer<typeof secondStepRule>);
  await tx
    .insertInto("site_settings")
    .values({ key: secondStepKey, value, is_public: false })
    .onConflict((known) => known.column("key").doUpdateSet({ value, updated_at: new Date() }))
    .execute();
}
