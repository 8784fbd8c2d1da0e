import { data, Form, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { findChangeRequest } from "#database/campaigns/change-requests.ts";
import { formatMoney } from "#domain/money/money.ts";
import { formatDay } from "#domain/system/calendar.ts";
import { decideChange, type DecidedChange } from "#operations/campaigns/change-requests/decide.ts";
import {
  configContext,
  databaseContext,
  publishChangeContext,
  visitorContext,
} from "#app/http/context.server.ts";
import { readForm, type FormErrors } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { hindranceText } from "#app/staff/people/words.ts";
import { readId } from "#app/staff/read-id.ts";
import { Moment } from "#app/staff/values.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { changeStatusWords, withOrganizersEmail } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/change-request";

export const handle = { policy: "staff" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const person = context.get(visitorContext);
  const id = readId(params.id);
  const request = id === null ? null : await findChangeRequest(context.get(databaseContext), id);
  if (!request || !person) throw data(null, { status: 404 });
  return { request, isOwn: request.organizer.id === person.id };
}

const form = z.object({
  do: z.enum(["approve", "reject"]),
  reason: z.string().trim().max(2000, "Reason must be 2,000 characters or fewer").default(""),
});

export async function action({ request, params, context }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = context.get(visitorContext);
  const requestId = readId(params.id);
  if (requestId === null || !person || !(await findChangeRequest(db, requestId)))
    throw data(null, { status: 404 });
  const read = await readForm(request, form);
  const reason = read.entered["reason"] ?? "";
  const comeBack = (errors: FormErrors, status: number) => data({ errors, reason }, { status });
  if (!read.ok) return comeBack(read.errors, 400);
  const isApproval = read.value.do === "approve";
  if (!isApproval && read.value.reason === "")
    return comeBack([{ field: "reason", message: "Enter a reason for rejecting" }], 400);
  const verdict = isApproval
    ? ({ kind: "approved" } as const)
    : ({ kind: "rejected", reason: read.value.reason } as const);
  const decided = await context.get(publishChangeContext)(() =>
    decideChange(db, { requestId, verdict, by: person.id, now: new Date() }),
  );
  if (decided.kind !== "decided") return comeBack([{ field: "reason", message: refusalOf(decided) }], 409);
  const sendsMail = context.get(configContext).mail !== undefined;
  const title = isApproval
    ? "Approved. The campaign is changed."
    : withOrganizersEmail("Rejected.", sendsMail);
  const notice = noticeCookie({ tone: "success", title });
  return redirect(`/admin/change-requests/${requestId}`, { status: 303, headers: { "Set-Cookie": notice } });
}

function refusalOf(refused: Exclude<DecidedChange, { kind: "decided" }>): string {
  switch (refused.kind) {
    case "unknown":
      return "This request no longer exists";
    case "decided-before":
      return "Someone else has already decided this. Load the page again.";
    case "own":
      return "Another person must decide about your own request";
    case "suspended":
      return "The organizer is suspended. Lift the suspension first.";
    case "changed-since":
      return "The campaign has changed since the request. Reject it, and ask the organizer to send it again.";
    case "end-date-passed":
      return "The wanted end date has passed. Reject it, and ask the organizer to send it again.";
    case "ruling-needed":
      return "This campaign takes Zakat. Record a ruling about the new use first, under “Zakat rulings” of the campaign.";
    default:
      return hindranceText(refused, "save campaigns");
  }
}

type Loaded = Route.ComponentProps["loaderData"]["request"];

export default function ChangeRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { request, isOwn } = loaderData;
  return (
    <>
      <PageHead
        title={`Changes to ${request.campaign.en}`}
        heading={`Changes to ${request.campaign.en}`}
        back={{ to: "/admin/submissions", label: "All submissions" }}
      />
      <About request={request} />
      <Wanted request={request} />
      {request.status === "pending" && isOwn && (
        <section className="staff-card">
          <p>This is your own request. Another person must decide about it.</p>
        </section>
      )}
      {request.status === "pending" && !isOwn && (
        <Decision errors={actionData?.errors ?? []} reason={actionData?.reason ?? ""} />
      )}
    </>
  );
}

function About({ request }: { request: Loaded }) {
  const { campaignId, status, organizer, reason, requestedAt, decision } = request;
  const [word, tone] = changeStatusWords[status];
  return (
    <section className="staff-card" aria-labelledby="about">
      <h2 id="about">Request</h2>
      <dl className="staff-facts">
        <div>
          <dt>Status</dt>
          <dd>
            <Status tone={tone}>{word}</Status>
          </dd>
          {decision && (
            <dd>
              By {decision.by}, <Moment at={decision.at} />
            </dd>
          )}
          {decision && decision.reason !== "" && <dd className="as-written">{decision.reason}</dd>}
        </div>
        <div>
          <dt>Organizer</dt>
          <dd>
            <Link to={`/admin/organizers/${organizer.id}`}>{organizer.name}</Link>,{" "}
            <Moment at={requestedAt} />
          </dd>
        </div>
        <div>
          <dt>Reason</dt>
          <dd className="as-written">{reason}</dd>
        </div>
        <div>
          <dt>Campaign</dt>
          <dd>
            <a href={`/campaigns/${campaignId}`}>View page</a>
          </dd>
          <dd>
            <a href={`/admin/campaigns/${campaignId}`}>Edit the campaign</a>
          </dd>
        </div>
      </dl>
    </section>
  );
}

type Compared = { label: string; was: string; becomes: string };

/** The old values and the new ones, next to each other. */
function Wanted({ request: { goal, endDate, use } }: { request: Loaded }) {
  const rows: Compared[] = [
    ...(goal
      ? [{ label: "Goal", was: formatMoney(goal.was, "en"), becomes: formatMoney(goal.becomes, "en") }]
      : []),
    ...(endDate
      ? [
          {
            label: "End date",
            was: formatDay(endDate.was, "en"),
            becomes: formatDay(endDate.becomes, "en"),
          },
        ]
      : []),
    ...(use === null ? [] : [{ label: "Use of the money", was: "As on the campaign’s page", becomes: use }]),
  ];
  return (
    <section className="staff-card" aria-labelledby="wanted">
      <h2 id="wanted">Wanted change</h2>
      {use !== null && (
        <p>
          Donations before the approval keep the earlier use. The campaign’s page shows the new use with its
          date.
        </p>
      )}
      <ListTable caption="Wanted change" columns={columns} rows={rows} keyOf={({ label }) => label} />
    </section>
  );
}

const columns: Column<Compared>[] = [
  { head: "Field", cell: ({ label }) => label },
  { head: "Old", cell: ({ was }) => <del suppressHydrationWarning>{was}</del> },
  {
    head: "New",
    cell: ({ becomes }) => (
      <ins className="as-written" suppressHydrationWarning>
        {becomes}
      </ins>
    ),
  },
];

function Decision({ errors, reason }: { errors: FormErrors; reason: string }) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" className="staff-card form staff-form" noValidate>
      <h2>Decision</h2>
      <ErrorSummary title="There is a problem" errors={errors} />
      <TextAreaField
        id="reason"
        label="Reason (needed to reject)"
        hint="The organizer reads it."
        error={errors.find(({ field }) => field === "reason")?.message}
        defaultValue={reason}
        rows={3}
        maxLength={2000}
      />
      <p className="staff-actions">
        <button className="button" name="do" value="approve" disabled={busy}>
          Approve
        </button>
        <button className="button quiet" name="do" value="reject" disabled={busy}>
          Reject
        </button>
      </p>
    </Form>
  );
}
