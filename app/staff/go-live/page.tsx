import { data, redirect } from "react-router";
import { z } from "zod";
import { startSettings } from "#config";
import type { Check } from "#domain/go-live/checks.ts";
import { isPoint } from "#domain/go-live/points.ts";
import { serves } from "#domain/accounts/roles.ts";
import { readAccessHindrance } from "#database/accounts/role-grants.ts";
import { confirmPoint, undoConfirmation } from "#operations/go-live/confirm.ts";
import { readChecklist, type ListedPoint } from "#operations/go-live/read-checklist.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { configContext, databaseContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { hindranceText } from "#app/staff/people/words.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { CheckItem } from "./check-item.tsx";
import { PointItem } from "./point-item.tsx";
import { StepList } from "./step.tsx";
import { checkGroups, inGroups, pointGroups } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/page";

export const handle = { policy: "staff" };

export async function loader({ context }: Route.LoaderArgs) {
  const settings = startSettings(context.get(configContext));
  const person = signedInPerson(context);
  const db = context.get(databaseContext);
  const list = await readChecklist(db, settings, new Date());
  const isAdmin = serves("admin", person);
  const hindrance = isAdmin ? await readAccessHindrance(db, person.id) : null;
  return { ...list, isAdmin, refusal: hindrance && hindranceText(hindrance, confirmPoints) };
}

const goLive = "/admin/go-live";
const confirmPoints = "confirm points or undo confirmations";

const form = z.object({
  point: z.string().refine(isPoint, "Choose a point of the list"),
  decision: z.enum(["confirm", "undo"]),
  seen: z.string().max(64).default(""),
  checkedBy: z.string().trim().max(100, "Name must be 100 characters or fewer").default(""),
});

export async function action({ request, context }: Route.ActionArgs) {
  const person = signedInPerson(context);
  if (!serves("admin", person)) throw data(null, { status: 403 });
  const read = await readForm(request, form);
  const point = read.entered["point"] ?? "";
  const refuse = (message: string, status: number) =>
    data({ point, checkedBy: read.entered["checkedBy"] ?? "", message }, { status });
  if (!read.ok) return refuse(read.errors[0]?.message ?? "", 400);
  const { decision, checkedBy, seen } = read.value;
  if (decision === "confirm" && checkedBy === "") return refuse("Enter who checked it", 400);

  const db = context.get(databaseContext);
  const decided = { point: read.value.point, seen, by: person.id };
  const outcome =
    decision === "confirm"
      ? await confirmPoint(db, { ...decided, checkedBy })
      : await undoConfirmation(db, decided);
  if (outcome === "changed")
    return refuse(
      "The content or its confirmation has changed since you opened this page. Check it again.",
      409,
    );
  if (typeof outcome !== "string") return refuse(hindranceText(outcome, confirmPoints), 409);
  const notice = noticeCookie(
    decision === "confirm"
      ? {
          tone: "success",
          title: "Confirmed.",
          undo: { to: goLive, sent: { point, seen, decision: "undo" } },
        }
      : { tone: "success", title: "Confirmation undone." },
  );
  return redirect(goLive, { status: 303, headers: { "Set-Cookie": notice } });
}

const isPassed = ({ faults }: Check) => faults.length === 0;
const isConfirmed = ({ state }: ListedPoint) => state.kind === "confirmed";

export default function GoLive({ loaderData, actionData }: Route.ComponentProps) {
  const { checks, points, open, isAdmin, refusal } = loaderData;
  const all = checks.length + points.length;
  const wrong = actionData ?? null;
  const groups = { checks: inGroups(checks, checkGroups), points: inGroups(points, pointGroups) };
  const nextOf = <Item,>(all: { items: Item[] }[], isDone: (item: Item) => boolean) =>
    all.flatMap(({ items }) => items).find((item) => !isDone(item));
  const nextCheck = nextOf(groups.checks, isPassed);
  const nextPoint = nextOf(groups.points, isConfirmed);
  return (
    <>
      <PageHead title="Before you go live" />
      <Progress open={open.length} all={all} />
      <ErrorSummary
        title="There is a problem"
        errors={wrong ? [{ field: `checked-${wrong.point}`, message: wrong.message }] : []}
      />
      <section className="staff-section" aria-labelledby="checks">
        <h2 id="checks">Checked by the software</h2>
        <p className="staff-lead">These change by themselves when the cause is fixed.</p>
        <StepList groups={groups.checks} isDone={isPassed}>
          {(check) => <CheckItem key={check.name} {...check} isNext={check === nextCheck} />}
        </StepList>
      </section>
      <section className="staff-section" aria-labelledby="points">
        <h2 id="points">Confirmed by a person</h2>
        <p className="staff-lead">
          {refusal !== null
            ? refusal
            : isAdmin
              ? "Confirm a point when the person named has checked it. A change of the content needs a new confirmation."
              : "An admin confirms each point. A change of the content needs a new confirmation."}
        </p>
        <StepList groups={groups.points} isDone={isConfirmed}>
          {(point) => (
            <PointItem
              key={point.name}
              {...point}
              isNext={point === nextPoint}
              mayConfirm={isAdmin && refusal === null}
              wrong={wrong?.point === point.name ? wrong : null}
            />
          )}
        </StepList>
      </section>
    </>
  );
}

function Progress({ open, all }: { open: number; all: number }) {
  const words =
    open === 0
      ? `All ${all} points are done.`
      : `${open} of ${all} points are open. Finish them before the first real donation.`;
  return (
    <div className="go-live-progress">
      <p className="staff-lead">{words}</p>
      <progress
        className="progress"
        max={all}
        value={all - open}
        aria-label={`${all - open} of ${all} done`}
      />
    </div>
  );
}
