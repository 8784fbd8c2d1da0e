import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { emailStatuses, listEmails, readSavedEmails, type ListedEmail } from "#database/mail/outbox.ts";
import { messageKinds } from "#domain/mail/messages.ts";
import { sendStoredEmails } from "#operations/mail/send-again.ts";
import { configContext, databaseContext, visitorContext } from "#app/http/context.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import { oneOf, readCursor, typedText } from "#app/staff/list/list-query.ts";
import { readSealedQuery } from "#app/staff/list/sealed-search.server.ts";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { Moment } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { nameOfEmail, nameOfKind, plainError, stateOf, statusWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

const pageSize = 50;
const mailQuery = z.object({ q: typedText(), kind: oneOf(messageKinds), status: oneOf(emailStatuses) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const { q, kind, status } = readSealedQuery(context, url, mailQuery);
  const listQuery = { cursor: readCursor(url), size: pageSize };
  const db = context.get(databaseContext);
  const [page, saved] = await Promise.all([
    listEmails(db, { recipient: q, status, template: kind }, listQuery),
    readSavedEmails(db),
  ]);
  return { q, kind, status, page, saved, canSend: context.get(configContext).mail !== undefined };
}

export async function action({ context, url }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  if (person === null) throw data(null, { status: 401 });
  const notice =
    context.get(configContext).mail === undefined
      ? ({ tone: "error", title: "No mail server is set up", text: "Nothing was sent." } as const)
      : noticeOf(await sendStoredEmails(context.get(databaseContext), { by: person.id }));
  return redirect(url.pathname, { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });
}

function noticeOf({ sent, runOut }: { sent: number; runOut: number }): Notice {
  const recipient =
    runOut === 1
      ? "1 email is not sent: the link in it no longer works."
      : `${runOut} emails are not sent: the links in them no longer work.`;
  return {
    tone: sent > 0 ? "success" : "info",
    title: `${sent === 1 ? "1 email is" : `${sent} emails are`} being sent.`,
    ...(runOut > 0 && { text: recipient }),
  };
}

export default function Mail({ loaderData }: Route.ComponentProps) {
  const { q, kind, status, page, saved, canSend } = loaderData;
  return (
    <>
      <PageHead title="Emails">
        <Link className="button quiet" to="/admin/mail/preview">
          View all email templates
        </Link>
      </PageHead>
      {!canSend && (
        <p className="list-line">
          No mail server is set up, so emails are saved here and not sent. When a mail server is set up, you
          can send them from this page.
        </p>
      )}
      {canSend && saved && (
        <Form method="post" className="list-line">
          <span>
            {saved.count === 1 ? "1 email was" : `${saved.count} emails were`} saved while no mail server was
            set up{saved.count > 1 && ", the oldest"} on <Moment at={saved.oldest} />. Saved emails are not
            sent automatically.
          </span>
          <button className="button small" type="submit">
            {saved.count === 1 ? "Send 1 saved email" : `Send ${saved.count} saved emails`}
          </button>
        </Form>
      )}
      <Filters {...{ q, kind, status }} />
      {page.rows.length === 0 ? (
        <EmptyList title="No emails found">
          <p>Emails sent by the site are listed here.</p>
        </EmptyList>
      ) : (
        <ListTable
          caption="Emails"
          columns={columns}
          rows={page.rows}
          keyOf={({ id }) => String(id)}
          isBrief
          keepsNamesWhole
        />
      )}
      <ListPager {...page} />
    </>
  );
}

function Filters({ q, kind, status }: Pick<Route.ComponentProps["loaderData"], "q" | "kind" | "status">) {
  return (
    <FilterForm isSealed label="Find emails">
      <Field id="q" label="To" type="search" defaultValue={q} maxLength={120} />
      <SelectField
        id="kind"
        label="Email"
        defaultValue={kind ?? ""}
        options={[{ value: "", label: "All" }, ...kinds]}
      />
      <SelectField
        id="status"
        label="Status"
        defaultValue={status ?? ""}
        options={[
          { value: "", label: "All" },
          ...emailStatuses.map((value) => ({ value, label: statusWords[value][0] })),
        ]}
      />
    </FilterForm>
  );
}

const kinds = messageKinds
  .map((value) => ({ value, label: nameOfKind(value) }))
  .sort((one, other) => one.label.localeCompare(other.label, "en"));

const columns: Column<ListedEmail>[] = [
  {
    head: "Email",
    cell: ({ id, campaign, askedBy, ...email }) => (
      <>
        <Link to={`/admin/mail/${id}`}>{nameOfEmail(email)}</Link>
        {campaign !== null && (
          <small className="row-kept" title={campaign}>
            {campaign}
          </small>
        )}
        {askedBy !== null && <small className="row-kept">requested by {askedBy}</small>}
      </>
    ),
  },
  { head: "To", whenBrief: "rest", cell: ({ recipient }) => recipient },
  {
    head: "Status",
    cell: (email) => {
      const [word, tone] = stateOf(email);
      const { lastError } = email;
      return (
        <>
          <Status tone={tone}>{word}</Status>
          {lastError !== null && <small title={lastError}>{plainError(lastError) ?? lastError}</small>}
        </>
      );
    },
  },
  {
    head: "Time",
    cell: ({ sentAt, writtenAt }) => <Moment at={sentAt ?? writtenAt} />,
  },
];
