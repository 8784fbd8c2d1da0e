import { Link } from "react-router";
import { z } from "zod";
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
import { proposedAmount, statusWords } from "./words.ts";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

const statuses = ["submitted", "changes-asked", "approved", "rejected"] as const;
const query = z.object({ status: z.enum([...statuses, "all"]).catch("submitted") });

export async function loader({ context, url }: Route.LoaderArgs) {
  const listQuery = readListQuery(url, query);
  const status = listQuery.status === "all" ? null : listQuery.status;
  const position = { cursor: readCursor(url), size: 50 };
  const page = await listSubmissions(context.get(databaseContext), status, position);
  return { listQuery, page, now: new Date() };
}

export default function Submissions({ loaderData }: Route.ComponentProps) {
  const { listQuery, page, now } = loaderData;
  return (
    <>
      <title>Submissions</title>
      <meta name="robots" content="noindex" />
      <div className="staff-head">
        <h1>Submissions</h1>
      </div>
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

function Due({ answerBy, today }: { answerBy: Day; today: Day }) {
  const day = formatDay(answerBy, "en");
  return <small>{answerBy < today ? `Overdue since ${day}` : `Answer by ${day}`}</small>;
}
