import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { listSavedDrafts } from "#database/content/saved-drafts.ts";
import { valueAt, type Draft } from "#domain/content/draft.ts";
import { serves } from "#domain/accounts/roles.ts";
import { formatMoment } from "#domain/system/calendar.ts";
import { cancelSchedule, discardDraft } from "#operations/content/saved-drafts/end.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import { Confirm } from "#app/staff/confirm.tsx";
import { editorOf } from "#app/staff/editor/editors.server.ts";
import type { EditorView } from "#app/staff/editor/editor.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { Moment } from "#app/staff/values.tsx";
import { failureWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const person = signedInPerson(context);
  const saved = await listSavedDrafts(context.get(databaseContext));
  const drafts = saved.flatMap(({ subject, draft, fingerprint, by, at, schedule }) => {
    const editor = editorOf(subject);
    if (!editor || !serves(editor.record.policy, person)) return [];
    const { path } = editor.view;
    const planned = schedule && { at: schedule.at, by: schedule.by, failure: schedule.failure };
    const name = nameOf(editor.view, draft, subject);
    return [{ subject, path, name, fingerprint, by, at, schedule: planned }];
  });
  const discarded = url.searchParams.get("discard");
  return { drafts, asking: drafts.find(({ subject }) => subject === discarded) };
}

/** A kind with many records names each by its title or name, and one without both by its address. */
function nameOf({ title, list }: EditorView, draft: Draft, subject: string): string {
  if (!list) return title;
  const own = [valueAt(draft, "title.en"), valueAt(draft, "name")].find(
    (each) => typeof each === "string" && each !== "",
  );
  return `${title}: ${own ?? subject.replace(/^\w+:/, "")}`;
}

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("cancel"), subject: z.string() }),
  z.object({ intent: z.literal("discard"), subject: z.string(), fingerprint: z.string() }),
]);

export async function action({ request, context }: Route.ActionArgs) {
  const person = signedInPerson(context);
  const read = await readForm(request, form);
  if (!read.ok) throw data(null, { status: 400 });
  const { subject } = read.value;
  const editor = editorOf(subject);
  if (!editor) throw data(null, { status: 404 });
  if (!serves(editor.record.policy, person)) throw data(null, { status: 403 });
  const db = context.get(databaseContext);
  const done =
    read.value.intent === "cancel"
      ? await cancelSchedule(db, { subject, by: person.id })
      : await discardDraft(db, { subject, by: person.id, fingerprint: read.value.fingerprint });
  const notice: Notice =
    done === "done"
      ? { tone: "success", ...doneWords[read.value.intent] }
      : { tone: "info", title: "Someone else changed this draft. Check the list and try again." };
  return redirect("/admin/drafts", { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });
}

const doneWords = {
  cancel: { title: "Schedule cancelled", text: "The text is still here as a draft." },
  discard: { title: "Draft discarded" },
};

type Row = Route.ComponentProps["loaderData"]["drafts"][number];

export default function SavedDrafts({ loaderData: { drafts, asking } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Drafts" />
      <p className="staff-lead">
        Changes of the website that are saved and not published. All staff who may edit a page share its
        draft.
      </p>
      {drafts.length === 0 ? (
        <EmptyList title="No drafts">
          <p>Save a draft in an editor, or choose there when a change is published.</p>
        </EmptyList>
      ) : (
        <ListTable
          caption="Drafts"
          columns={drafts.some(({ schedule }) => schedule !== null) ? columns : withoutSchedule}
          rows={drafts}
          keyOf={({ subject }) => subject}
        />
      )}
      {asking && (
        <Confirm
          question="Discard this draft?"
          about={`The draft of “${asking.name}” will be deleted. The website does not change.`}
          sent={{ intent: "discard", subject: asking.subject, fingerprint: asking.fingerprint }}
          confirm="Discard draft"
          to="/admin/drafts"
        />
      )}
    </>
  );
}

const publication = "Publication";

const columns: Column<Row>[] = [
  { head: "Page", cell: ({ path, name }) => <Link to={`/admin/${path}`}>{name}</Link> },
  {
    head: publication,
    cell: ({ schedule }) => {
      if (schedule === null) return null;
      const isPlanned = schedule.failure === null;
      return (
        <>
          <Status tone={isPlanned ? "waiting" : "bad"}>{isPlanned ? "Scheduled" : "Not published"}</Status>{" "}
          <span suppressHydrationWarning>{formatMoment(schedule.at, "en")}</span>
          <small>
            {schedule.failure === null
              ? `Scheduled by ${schedule.by}`
              : failureWords(schedule.failure, schedule.by)}
          </small>
        </>
      );
    },
  },
  {
    head: "Saved",
    cell: ({ by, at }) => (
      <>
        <Moment at={at} />
        <small>{by}</small>
      </>
    ),
  },
  {
    head: "Actions",
    cell: ({ subject, name, schedule }) => (
      <Form method="post" className="row-actions">
        <input type="hidden" name="subject" value={subject} />
        {schedule !== null && (
          <button
            className="button quiet small"
            type="submit"
            name="intent"
            value="cancel"
            aria-label={`Cancel the schedule: ${name}`}
          >
            Cancel the schedule
          </button>
        )}
        <Link
          className="button quiet small"
          to={`?discard=${encodeURIComponent(subject)}`}
          aria-label={`Discard the draft: ${name}`}
        >
          Discard
        </Link>
      </Form>
    ),
  },
];

/** All of them are drafts, so only a planned publication is worth a column. */
const withoutSchedule = columns.filter(({ head }) => head !== publication);
