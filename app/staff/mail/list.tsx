import { Link } from "react-router";
import { z } from "zod";
import { letterStatuses, listLetters, type ListedLetter } from "#database/letters.ts";
import { configContext, everything } from "#app/http/context.server.ts";
import { oneOf, readAsked, readCursor, typedText } from "#app/staff/list/asked.ts";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Nothing } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { Moment } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { nameOfKind, statusWords } from "./words.ts";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

const pageSize = 50;
const mailQuery = z.object({ q: typedText(), status: oneOf(letterStatuses) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const { q, status } = readAsked(url, mailQuery);
  const asked = { cursor: readCursor(url), size: pageSize };
  const page = await listLetters(context.get(everything), { recipient: q, status }, asked);
  return { q, status, page, canSend: context.get(configContext).mail !== undefined };
}

export default function Mail({ loaderData }: Route.ComponentProps) {
  const { q, status, page, canSend } = loaderData;
  return (
    <>
      <title>Mail</title>
      <meta name="robots" content="noindex" />
      <div className="staff-head">
        <h1>Mail</h1>
        <Link className="button quiet" to="/admin/mail/preview">
          See every letter
        </Link>
      </div>
      {!canSend && <p className="list-line">No mail server is set: letters are kept here until one is.</p>}
      <FilterForm label="Find letters">
        <Field id="q" label="To" type="search" defaultValue={q} maxLength={120} />
        <SelectField
          id="status"
          label="Status"
          defaultValue={status ?? ""}
          options={[
            { value: "", label: "All" },
            ...letterStatuses.map((value) => ({ value, label: statusWords[value][0] })),
          ]}
        />
      </FilterForm>
      {page.rows.length === 0 ? (
        <Nothing title="No letters here">
          <p>Every letter that the site writes stands here from then on.</p>
        </Nothing>
      ) : (
        <ListTable caption="Letters" columns={columns} rows={page.rows} keyOf={({ id }) => String(id)} />
      )}
      <ListPager {...page} />
    </>
  );
}

const columns: Column<ListedLetter>[] = [
  {
    head: "Letter",
    cell: ({ id, template, askedBy }) => (
      <>
        <Link to={`/admin/mail/${id}`}>{nameOfKind(template)}</Link>
        {askedBy !== null && <small>asked for by {askedBy}</small>}
      </>
    ),
  },
  { head: "To", cell: ({ recipient }) => recipient },
  {
    head: "Status",
    cell: ({ status, lastError }) => (
      <>
        <Status tone={statusWords[status][1]}>{statusWords[status][0]}</Status>
        <small>{lastError}</small>
      </>
    ),
  },
  { head: "Written", cell: ({ writtenAt }) => <Moment at={writtenAt} /> },
  { head: "Sent", cell: ({ sentAt }) => sentAt && <Moment at={sentAt} /> },
];
