import { isSecondStepRequired, keepSecondStepRule } from "#database/accounts/second-step.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Person } from "#domain/accounts/roles.ts";
import { tellAdmins } from "#operations/mail/notify-admins.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Asked = { required: boolean; by: Pick<Person, "id" | "hasSecondStep" | "hasPasskey"> };

/**
 * From the next request on, whoever on the staff lacks it sets it up before anything else. Whoever asks that of others
 * has it themselves: they would be the first to be held up.
 */
export async function requireSecondStep(
  db: Reads,
  { required, by }: Asked,
): Promise<"required" | "not-required" | "lacks-own"> {
  if (required && !by.hasSecondStep && !by.hasPasskey) return "lacks-own";
  await db.transaction().execute(async (tx) => {
    const before = await isSecondStepRequired(tx);
    if (before === required) return;
    await keepSecondStepRule(tx, required);
    await recordAction(tx, by.id, {
      action: "second-step-rule-changed",
      subject: "setting:second-step",
      before: { required: before },
      after: { required },
    });
    await tellAdmins(tx, { change: required ? "rule-on" : "rule-off", about: null, by: by.id });
  });
  return required ? "required" : "not-required";
}
