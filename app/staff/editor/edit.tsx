import { data, redirect, type ClientActionFunctionArgs } from "react-router";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import {
  configContext,
  databaseContext,
  takeNoticeContext,
  visitorContext,
} from "#app/http/context.server.ts";
import { sayFailed } from "#app/staff/failure.server.ts";
import { receiveForm } from "#app/staff/picture-field.server.ts";
import { readRecordHindrance } from "#database/accounts/role-grants.ts";
import { approversOfOwn } from "#app/staff/approvals/approvers-of-own.server.ts";
import { hindranceText } from "#app/staff/people/words.ts";
import { findOpenProposal } from "#database/cases/proposals.ts";
import { findSavedDraft } from "#database/content/saved-drafts.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Draft } from "#domain/content/draft.ts";
import { blankDraft } from "#domain/content/field.ts";
import { formatMoment } from "#domain/system/calendar.ts";
import { staleRecord } from "#operations/content/stale.ts";
import { editorAt } from "./editors.server.ts";
import { answerForm, answerStaleForm, saveAction, type FormAnswer } from "./answer-form.server.ts";
import type { Editor, EditorView } from "./editor.ts";
import { CancelForm } from "./publishing.tsx";
import { RecordForm, isFailure } from "./record-form.tsx";
import { toProposal } from "./to-proposal.server.ts";
import { sendCached } from "./use-device-draft.ts";
import type { Route } from "./+types/edit";

export const handle = { policy: "staff" };

const pathOf = ({ pathname }: URL) => pathname.replace(/^\/admin\//, "");

export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(visitorContext);
  if (!person) throw data(null, { status: 401 });
  const { view, record, begin, nameOf, relatedTo, fieldsNow } = editorAt(pathOf(url), context);
  const db = context.get(databaseContext);
  const current = await record
    .read(db)
    .catch(sayFailed(context, view.unread ?? `Failed to load ${view.title}`));
  const begun = await readBegun(db, record, { current, personId: person.id });
  const draft = begun?.form.draft ?? current ?? (begin ? begin(url.searchParams) : blankDraft(view.fields));
  if (draft === null) throw data(null, { status: 404 });
  const hindrance = await readRecordHindrance(db, person.id, record.subject);
  const related = current === null ? [] : (relatedTo?.(current) ?? []);
  const mailsStaff = view.takesTwo && context.get(configContext).mail !== undefined;
  const approvers = view.takesTwo ? await approversOfOwn(context) : null;
  const about = [view.about, approvers, mailsStaff && "All staff get an email about a request."]
    .filter(Boolean)
    .join(" ");
  const fields = (await fieldsNow?.(db)) ?? view.fields;
  return {
    view: { ...view, about, fields, related },
    name: (current !== null && nameOf?.(current)) || view.title,
    form: { draft, opened: begun?.form.opened ?? fingerprintOf(current), held: begun?.form.held ?? "" },
    savedDraft: begun?.savedDraft ?? null,
    stale: begun?.stale ?? null,
    waiting: record.takesTwo ? await findOpenProposal(db, record.takesTwo, record.subject) : null,
    refusal: hindrance && hindranceText(hindrance, saveAction),
    savesFrom: hindrance?.kind === "new-admin" ? hindrance.moment : null,
    person: person.id,
  };
}

/** The saved draft, compared with the published record if that changed since. */
async function readBegun(
  db: Reads,
  record: Editor["record"],
  { current, personId }: { current: Draft | null; personId: string },
) {
  const saved = await findSavedDraft(db, record.subject);
  if (saved === null) return null;
  const { by, at, schedule } = saved;
  const form = {
    draft: record.complete(saved.draft),
    opened: saved.opened,
    held: saved.fingerprint,
  };
  const planned = schedule && { at: schedule.at, by: schedule.by, failure: schedule.failure };
  const savedDraft = { subject: saved.subject, by, at, schedule: planned };
  if (fingerprintOf(current) === saved.opened) return { form, savedDraft, stale: null };
  const stale = await staleRecord(db, record, current, saved.opened);
  const compared = answerStaleForm(form, stale, personId);
  const { draft, opened, held } = compared;
  return { form: { draft, opened, held }, savedDraft, stale: compared.stale };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { view, record } = editorAt(pathOf(url), context);
  const answer = await answerForm(await receiveForm(request, context), { view, record }, context);
  if (answer.kind === "proposed") return toProposal(context, answer);
  if ("status" in answer) {
    if (isFailure(answer.kind)) context.set(takeNoticeContext, () => ({ tone: "error", title: view.failed }));
    return data(answer, { status: answer.status });
  }
  const isPublished = answer.kind === "saved" || answer.kind === "unchanged";
  const to = isPublished ? (view.list?.address ?? url.pathname) : url.pathname;
  const notice = noticeCookie({ tone: "success", ...noticeOf(answer, view) });
  return redirect(to, { status: 303, headers: { "Set-Cookie": notice } });
}

type Done = Exclude<Awaited<ReturnType<typeof answerForm>>, FormAnswer | { kind: "proposed" }>;

function noticeOf(done: Done, view: EditorView): Pick<Notice, "title" | "text"> {
  switch (done.kind) {
    case "saved":
      return { title: done.isNew ? (view.added ?? view.saved) : view.saved };
    case "unchanged":
      return { title: view.saved, text: "Nothing changed, so no new version was saved." };
    case "draft-saved":
      return {
        title: done.wasScheduled ? "Draft saved, schedule ended" : "Draft saved",
        text: done.wasScheduled
          ? "It will not be published. To publish it later, choose a time again."
          : "The website has not changed.",
      };
    case "as-before":
      return { title: "Nothing changed", text: "This text is already saved." };
    case "scheduled":
      return { title: "Change scheduled", text: `It will be published on ${formatMoment(done.at, "en")}.` };
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendCached(() => serverAction<FormAnswer>());

export default function EditorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, name, form, savedDraft, stale, waiting, refusal, savesFrom, person } = loaderData;
  return (
    <>
      <RecordForm
        key={view.path}
        view={view}
        name={name}
        saved={form}
        savedDraft={savedDraft}
        stale={stale}
        waiting={waiting}
        refusal={refusal}
        savesFrom={savesFrom}
        answer={actionData}
        person={person}
      />
      {savedDraft?.schedule && <CancelForm subject={savedDraft.subject} />}
    </>
  );
}
