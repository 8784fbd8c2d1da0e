import { Link } from "react-router";
import { z } from "zod";
import { listChangeRequests, type ChangeRequest } from "#database/campaigns/change-requests.ts";
import { listSubmissions, type ListedSubmission } from "#database/campaigns/submissions.ts";
import { dayOf, formatDay, type Day } from "#domain/system/calendar.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { readCursor, readListQuery } from "#app/staff/list/list-query.ts";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { Age } from "#app/staff/values.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { changeStatusWords, proposedAmount, statusWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

const statuses = ["submitted", "changes-asked", "approved", "rejected"] as const;
const query = z.object({ status: z.enum([...statuses, "all"]).catch("submitted") });

/** Requested changes of live campaigns follow the same filter. They are approved or rejected, and never sent back. */
const changeStatus = {
  submitted: "pending",
  approved: "approved",
  rejected: "rejected",
  all: null,
} as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const listQuery = readListQuery(url, query);
  const status = listQuery.status === "all" ? null : listQuery.status;
  const position = { cursor: readCursor(url), size: 50 };
  const db = context.get(databaseContext);
  const [page, changes] = await Promise.all([
    listSubmissions(db, status, position),
    listQuery.status === "changes-asked"
      ? []
      : listChangeRequests(db, changeStatus[listQuery.status], position.size),
  ]);
  return { listQuery, page, changes, now: new Date() };
}

export default function Submissions({ loaderData }: Route.ComponentProps) {
  const { listQuery, page, changes, now } = loaderData;
  return (
    <>
      <PageHead title="Submissions" />
      <p className="staff-lead">
        Campaigns that organizers have sent for review. Organizers are promised an answer within 2 working
        days.
      </p>
      <FilterForm label="Find submissions">
        <SelectField
          id="status"
          label="Status"
          defaultValue={listQuery.status}
          options={[
            ...statuses.map((value) => ({ value, label: statusWords[value][0] })),
            { value: "all", label: "All" },
          ]}
        />
      </FilterForm>
      {page.rows.length === 0 ? (
        <EmptyList
          title={listQuery.status === "submitted" ? "No submissions to review" : "No submissions found"}
        >
          <p>New submissions appear here automatically.</p>
        </EmptyList>
      ) : (
        <ListTable
          caption="Submissions"
          columns={columnsAt(now)}
          rows={page.rows}
          keyOf={({ id }) => String(id)}
        />
      )}
      <ListPager {...page} />
      {changes.length > 0 && (
        <section className="staff-section" aria-labelledby="changes">
          <h2 id="changes">Requested changes of live campaigns</h2>
          <ListTable
            caption="Requested changes"
            columns={changeColumnsAt(now)}
            rows={changes}
            keyOf={({ id }) => String(id)}
          />
        </section>
      )}
    </>
  );
}

const columnsAt = (now: Date): Column<ListedSubmission>[] => [
  {
    head: "Campaign",
    cell: ({ id, title, version }) => (
      <>
        <Link to={`/admin/submissions/${id}`}>{title}</Link>
        {version > 1 && <small>Version {version}</small>}
      </>
    ),
  },
  { head: "Organizer", cell: ({ organizer }) => organizer },
  { head: "Goal", figure: true, cell: (row) => proposedAmount(row) },
  {
    head: "Status",
    cell: ({ status, answerBy }) => (
      <>
        <Status tone={statusWords[status][1]}>{statusWords[status][0]}</Status>
        {status === "submitted" && answerBy !== null && <Due answerBy={answerBy} today={dayOf(now)} />}
      </>
    ),
  },
  { head: "Age", cell: ({ submittedAt }) => <Age from={submittedAt} to={now} /> },
];

const changeColumnsAt = (now: Date): Column<ChangeRequest>[] => [
  {
    head: "Campaign",
    cell: ({ id, campaign }) => <Link to={`/admin/change-requests/${id}`}>{campaign.en}</Link>,
  },
  { head: "Organizer", cell: ({ organizer }) => organizer.name },
  {
    head: "Change",
    cell: ({ goal, endDate, use }) =>
      [goal && "goal", endDate && "end date", use && "use of the money"].filter(Boolean).join(", "),
  },
  {
    head: "Status",
    cell: ({ status }) => <Status tone={changeStatusWords[status][1]}>{changeStatusWords[status][0]}</Status>,
  },
  { head: "Age", cell: ({ requestedAt }) => <Age from={requestedAt} to={now} /> },
];

function Due({ answerBy, today }: { answerBy: Day; today: Day }) {
  const day = formatDay(answerBy, "en");
  return <small>{answerBy < today ? `Overdue since ${day}` : `Answer by ${day}`}</small>;
}
