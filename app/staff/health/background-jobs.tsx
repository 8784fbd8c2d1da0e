import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { readRecordHindrance } from "#database/accounts/role-grants.ts";
import { readJobs, type JobHealth } from "#database/system/health.ts";
import { jobNames } from "#domain/system/jobs.ts";
import { settings } from "#operations/content/records/settings.ts";
import { saveSwitch } from "#operations/system/save-switch.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext, publishChangeContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import { logFailure } from "#app/staff/failure.server.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Ago } from "#app/staff/overview.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import { hindranceText } from "#app/staff/people/words.ts";
import { JobStatus } from "./job-status.tsx";
import { StopOrStart } from "./stop-or-start.tsx";
import { jobWords, lastRunWords } from "./words.ts";
import type { Route } from "./+types/background-jobs";

export const handle = { policy: "admin" };

const hindered = "stop or start jobs";

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const hindrance = await readRecordHindrance(db, signedInPerson(context).id, settings.subject);
  return {
    jobs: await readJobs(db),
    refusal: hindrance && hindranceText(hindrance, hindered),
    now: new Date(),
  };
}

const pressed = z.object({ job: z.enum(jobNames), do: z.enum(["stop", "start"]) });

export async function action({ request, context }: Route.ActionArgs) {
  const person = signedInPerson(context);
  const form = await readForm(request, pressed);
  if (!form.ok) throw data(null, { status: 400 });
  const { job, do: what } = form.value;
  const isOn = what === "start";
  const outcome = await context
    .get(publishChangeContext)(() =>
      saveSwitch(context.get(databaseContext), settings, { path: `jobs.${job}`, isOn, by: person.id }),
    )
    .catch((error: unknown) => {
      logFailure(context, error, failed);
      return null;
    });
  switch (outcome?.kind) {
    case "saved":
    case "unchanged":
      return answered({
        tone: "success",
        title: `Job ${isOn ? "started" : "stopped"}: ${jobWords[job].name}`,
      });
    case "new-admin":
    case "unconfirmed":
      return answered({ tone: "error", title: failed, text: hindranceText(outcome, hindered) });
    default:
      return answered({ tone: "error", title: failed, text: notChanged });
  }
}

const failed = "Failed to update the background jobs";
const notChanged = "Nothing was changed. Please try again in a moment.";

const answered = (notice: Notice) =>
  redirect("/admin/settings", { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });

export default function BackgroundJobs({ loaderData: { jobs, refusal, now } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Background jobs">
        <Link className="button quiet small" to="/admin/history/settings">
          History
        </Link>
      </PageHead>
      <p className="staff-lead">
        Stop a job only while it does harm. It stops at its next step, and continues from there when you start
        it again. See also <Link to="/admin/payment-stops">Payment stops</Link> and{" "}
        <Link to="/admin/people#two-step">Two-step sign-in for all staff</Link>.
      </p>
      {refusal !== null && <p className="list-line">{refusal}</p>}
      <ListTable
        caption="Background jobs"
        columns={columnsAt(now)}
        rows={jobs}
        keyOf={({ name }) => name}
        isBrief
        keepsNamesWhole
        isLog
      />
    </>
  );
}

const columnsAt = (now: Date): Column<JobHealth>[] => [
  {
    head: "Job",
    cell: ({ name }) => (
      <>
        {jobWords[name].name}
        <small className="row-kept">{`While it is stopped, ${jobWords[name].whileStopped}.`}</small>
      </>
    ),
  },
  {
    head: "Last run",
    whenBrief: "rest",
    cell: ({ name, lastRun }) => (
      <span className="list-words">
        {lastRunWords({ name, lastRun })}
        {lastRun && (
          <>
            , <Ago at={lastRun.endedAt} now={now} />
          </>
        )}
      </span>
    ),
  },
  { head: "Status", cell: (job) => <JobStatus {...job} /> },
  {
    head: "Actions",
    cell: ({ name, isOn }) => (
      <StopOrStart field="job" name={name} label={jobWords[name].name} isStopped={!isOn} />
    ),
  },
];
