import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { readAmount } from "#domain/money/read-amount.ts";
import { goalFault } from "#domain/content/campaign-record.ts";
import { resetGoals } from "#operations/campaigns/reset-goals.ts";
import { databaseContext, publishChangeContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { logFailure } from "#app/staff/failure.server.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import type { Route } from "./+types/goals";

export const handle = { policy: "admin" };

const failed = "Failed to update campaign goals";
const usual = "3000000000";

const form = z.object({
  goal: z
    .string("Goal amount must be a positive number")
    .transform((text) => text.replaceAll(/[\s,_']/g, ""))
    .superRefine((goal, context) => {
      const message = goalFault(goal, "TZS");
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .transform((goal) => readAmount(goal, "TZS")?.amount ?? 0n),
  sure: z.literal("yes", "Tick the box to confirm that you want to replace every goal"),
});

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  if (person === null) throw data(null, { status: 401 });
  const read = await readForm(request, form);
  if (!read.ok)
    return data(
      { title: "Nothing was changed", errors: read.errors, entered: read.entered },
      { status: 400 },
    );
  const goals = { goal: read.value.goal, by: person.id, now: new Date() };
  const count = await context
    .get(publishChangeContext)(() => resetGoals(context.get(databaseContext), goals))
    .catch((error: unknown) => logFailure(context, error, failed));
  if (count === undefined) {
    const errors = [{ field: "goal", message: "Nothing was changed. Please try again in a moment." }];
    return data({ title: failed, errors, entered: read.entered }, { status: 500 });
  }
  const title =
    count === 0
      ? "Nothing changed: every campaign already has this goal"
      : `Goal updated for ${count} campaigns`;
  const notice = noticeCookie({ tone: "success", title });
  return redirect("/admin/campaigns", { status: 303, headers: { "Set-Cookie": notice } });
}

export default function Goals({ actionData }: Route.ComponentProps) {
  const errors = actionData?.errors ?? [];
  const errorAt = (name: string) => errors.find(({ field }) => field === name)?.message;
  return (
    <>
      <title>Reset all goals</title>
      <meta name="robots" content="noindex" />
      <div className="staff-head">
        <a className="back" href="/admin/campaigns">
          Back to Campaigns
        </a>
        <h1>Reset all goals</h1>
      </div>
      <ErrorSummary title={actionData?.title ?? ""} errors={errors} />
      <Form method="post" className="form staff-form staff-card" noValidate>
        <p>
          This sets the same goal for every campaign in shillings. The old goals are kept in the audit log.
        </p>
        <Field
          id="goal"
          label="Goal of every campaign"
          before="TSh"
          inputMode="numeric"
          error={errorAt("goal")}
          defaultValue={actionData?.entered["goal"] ?? usual}
        />
        <div className="field" data-wrong={errorAt("sure") && ""}>
          {errorAt("sure") && (
            <p className="field-error" id="sure-error">
              {errorAt("sure")}
            </p>
          )}
          <label className="check">
            <input
              id="sure"
              type="checkbox"
              name="sure"
              value="yes"
              aria-describedby={errorAt("sure") && "sure-error"}
            />
            Yes, replace every goal
          </label>
        </div>
        <p className="staff-actions">
          <button className="button" type="submit">
            Reset all goals
          </button>
        </p>
      </Form>
    </>
  );
}
