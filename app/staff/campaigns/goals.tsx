import { useState, type FormEvent } from "react";
import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { readAmount } from "#domain/money/read-amount.ts";
import { withoutGroupMarks } from "#domain/money/typed-amount.ts";
import { goalFault } from "#domain/content/campaign-record.ts";
import { goalsToReset, lastGoalReset, type Goal } from "#database/campaigns/goal-resets.ts";
import { resetGoals, undoGoalReset } from "#operations/campaigns/reset-goals.ts";
import { databaseContext, publishChangeContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import { AskedAmount } from "#app/staff/asked-amount.tsx";
import { logFailure } from "#app/staff/failure.server.ts";
import { hindranceText } from "#app/staff/people/words.ts";
import { Amount, Moment } from "#app/staff/values.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { EnterSends } from "#app/ui/yes-meant.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/goals";

export const handle = { policy: "admin" };

const failed = "Failed to update campaign goals";
const notChanged = "Nothing was changed. Please try again in a moment.";
const usual = "3,000,000,000";

const form = z.object({
  goal: z
    .string("Goal amount must be a positive number")
    .transform(withoutGroupMarks)
    .superRefine((goal, context) => {
      const message = goalFault(goal, "TZS");
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .transform((goal) => readAmount(goal, "TZS")?.amount ?? 0n),
  sure: z.literal("yes", "Tick the box to confirm that you want to replace these goals"),
});

const undoForm = z.object({
  undo: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt),
});

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const last = await lastGoalReset(db);
  return {
    ...(await goalsToReset(db)),
    last: last && { id: last.id, at: last.at, by: last.by, goal: last.goal, count: last.before.length },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  if (person === null) throw data(null, { status: 401 });
  const undo = await readForm(request.clone(), undoForm);
  if (undo.ok) return undoReset(context, { reset: undo.value.undo, by: person.id });
  const read = await readForm(request, form);
  if (!read.ok)
    return data(
      { title: "Nothing was changed", errors: read.errors, entered: read.entered },
      { status: 400 },
    );
  const goals = { goal: read.value.goal, by: person.id, now: new Date() };
  const outcome = await context
    .get(publishChangeContext)(() => resetGoals(context.get(databaseContext), goals))
    .catch((error: unknown) => {
      logFailure(context, error, failed);
      return null;
    });
  if (outcome?.kind !== "changed") {
    const message = outcome ? hindranceText(outcome, "change goals") : notChanged;
    const errors = [{ field: "goal", message }];
    return data({ title: failed, errors, entered: read.entered }, { status: outcome ? 409 : 500 });
  }
  const { count, reset } = outcome;
  if (reset === null)
    return answered("/admin/campaigns", {
      tone: "success",
      title: "Nothing changed: every campaign already has this goal",
    });
  return answered("/admin/campaigns", {
    tone: "success",
    title: `Goal updated for ${campaignsIn(count)}`,
    undo: { to: "/admin/campaigns/goals", sent: { undo: String(reset) } },
  });
}

async function undoReset(context: Route.ActionArgs["context"], { reset, by }: { reset: bigint; by: string }) {
  const outcome = await context
    .get(publishChangeContext)(() =>
      undoGoalReset(context.get(databaseContext), { reset, by, now: new Date() }),
    )
    .catch((error: unknown) => {
      logFailure(context, error, failed);
      return null;
    });
  if (outcome?.kind === "changed")
    return answered("/admin/campaigns", {
      tone: "success",
      title: `${campaignsIn(outcome.count)}: goal as before the reset`,
    });
  const text =
    outcome === null
      ? notChanged
      : outcome.kind === "not-the-last"
        ? "There is a newer reset, or someone has undone this one."
        : hindranceText(outcome, "change goals");
  return answered("/admin/campaigns/goals", { tone: "error", title: failed, text });
}

const campaignsIn = (count: number) => (count === 1 ? "1 campaign" : `${count} campaigns`);

const answered = (to: string, notice: Notice) =>
  redirect(to, { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });

export default function Goals({ loaderData, actionData }: Route.ComponentProps) {
  const { last, goals, completed } = loaderData;
  const [typed, setTyped] = useState(actionData?.entered["goal"] ?? usual);
  const noteGoal = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setTyped(String(new FormData(currentTarget).get("goal") ?? ""));
  const errors = actionData?.errors ?? [];
  const errorAt = (name: string) => errors.find(({ field }) => field === name)?.message;
  return (
    <>
      <PageHead title="Reset all goals" back={{ to: "/admin/campaigns", label: "Back to Campaigns" }} />
      <ErrorSummary title={actionData?.title ?? ""} errors={errors} />
      <Form method="post" className="form staff-form staff-card" onInput={noteGoal} noValidate>
        <EnterSends />
        <p>
          This sets the same goal for every campaign in shillings that is not completed. Each campaign’s
          history keeps its old goal.
        </p>
        <Field
          id="goal"
          label="New goal"
          before="TSh"
          inputMode="numeric"
          error={errorAt("goal")}
          defaultValue={actionData?.entered["goal"] ?? usual}
          after={
            <AskedAmount
              field="goal"
              error={errorAt("goal")}
              typed={actionData?.entered["goal"]}
              currency="TZS"
            />
          }
        />
        <SureTick error={errorAt("sure")} />
        <div className="staff-actions">
          <button className="button" type="submit">
            Reset all goals
          </button>
          <Reach typed={typed} goals={goals} completed={completed} />
        </div>
      </Form>
      {last && <LastReset last={last} />}
    </>
  );
}

function SureTick({ error }: { error: string | undefined }) {
  return (
    <div className="field" data-wrong={error && ""}>
      {error && (
        <p className="field-error" id="sure-error">
          {error}
        </p>
      )}
      <label className="check">
        <input id="sure" type="checkbox" name="sure" value="yes" aria-describedby={error && "sure-error"} />
        Yes, replace these goals
      </label>
    </div>
  );
}

type ReachProps = { typed: string; goals: Goal[]; completed: number };

function Reach({ typed, goals, completed }: ReachProps) {
  const goal = readAmount(withoutGroupMarks(typed), "TZS");
  const kept =
    completed === 0 ? "" : ` ${campaignsIn(completed)} that ${completed === 1 ? "is" : "are"} completed`;
  return (
    <p className="beside-action" role="status">
      {goal && (
        <>
          <strong>{campaignsIn(goals.filter((each) => each.goal !== goal.amount).length)}</strong> will get
          the goal <Amount of={goal} />.
        </>
      )}
      {kept !== "" && `${kept} ${completed === 1 ? "keeps its goal" : "keep their goals"}.`}
    </p>
  );
}

type LastResetProps = { last: NonNullable<Route.ComponentProps["loaderData"]["last"]> };

function LastReset({ last }: LastResetProps) {
  return (
    <section className="staff-card" aria-labelledby="last-reset">
      <h2 id="last-reset">Last reset</h2>
      <p>
        On <Moment at={last.at} />, {last.by} set the goal of {campaignsIn(last.count)} to{" "}
        <Amount of={{ amount: last.goal, currency: "TZS" }} />. Undo gives them their earlier goals. Goals
        that someone has changed since then stay.
      </p>
      <Form method="post">
        <button className="button quiet" type="submit" name="undo" value={String(last.id)}>
          Undo the reset
        </button>
      </Form>
    </section>
  );
}
