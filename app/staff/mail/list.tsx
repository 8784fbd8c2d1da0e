import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { letterStatuses, listLetters, oldestKept, type ListedLetter } from "#database/letters.ts";
import { sendKeptLetters } from "#operations/send-letter-again.ts";
import { configContext, everything, visitorContext } from "#app/http/context.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
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
  const db = context.get(everything);
  const [page, keptSince] = await Promise.all([
    listLetters(db, { recipient: q, status }, asked),
    oldestKept(db),
  ]);
  return { q, status, page, keptSince, canSend: context.get(configContext).mail !== undefined };
}

export async function action({ context, url }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  if (person === null) throw data(null, { status: 401 });
  const notice =
    context.get(configContext).mail === undefined
      ? ({ tone: "error", title: "No mail server is set", text: "Nothing was sent." } as const)
      : noticeOf(await sendKeptLetters(context.get(everything), { by: person.id }));
  return redirect(url.pathname, { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });
}

function noticeOf({ sent, runOut }: { sent: number; runOut: number }): Notice {
  const given = `${runOut === 1 ? "1 is" : `${runOut} are`} given up: the address in it has run out.`;
  return {
    tone: sent > 0 ? "success" : "info",
    title: `${sent === 1 ? "1 letter takes its" : `${sent} letters take their`} turn.`,
    ...(runOut > 0 && { text: given }),
  };
}

export default function Mail({ loaderData }: Route.ComponentProps) {
  const { q, status, page, keptSince, canSend } = loaderData;
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
      {!canSend && (
        <p className="list-line">
          No mail server is set: letters are kept here. Once one is, all that were kept can be sent from this
          page.
        </p>
      )}
      {canSend && keptSince && (
        <Form method="post" className="list-line">
          <span>
            Letters were kept while no mail server was set, the oldest of <Moment at={keptSince} />. They do
            not go out by themselves.
          </span>
          <button className="button small" type="submit">
            Send all that were kept
          </button>
        </Form>
      )}
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
