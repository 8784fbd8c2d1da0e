import { data, redirect, type ClientActionFunctionArgs } from "react-router";
import { noticeCookie } from "#app/http/notice.server.ts";
import { databaseContext, noticeContext, visitorContext } from "#app/http/context.server.ts";
import { sayFailed } from "#app/staff/failure.server.ts";
import { receiveForm } from "#app/staff/picture-field.server.ts";
import { readRecordHindrance } from "#database/accounts/role-grants.ts";
import { hindranceText } from "#app/staff/people/words.ts";
import { findOpenProposal } from "#database/cases/proposals.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import { blankDraft } from "#domain/content/field.ts";
import { editorAt } from "./editors.server.ts";
import { answerForm, saveIt, type FormAnswer } from "./answer-form.server.ts";
import { RecordForm, isFailure } from "./record-form.tsx";
import { toProposal } from "./to-proposal.server.ts";
import { sendCached } from "./use-device-draft.ts";
import type { Route } from "./+types/edit";

export const handle = { policy: "staff" };

const pathOf = ({ pathname }: URL) => pathname.replace(/^\/admin\//, "");

export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(visitorContext);
  if (!person) throw data(null, { status: 401 });
  const { view, record, begin, relatedTo } = editorAt(pathOf(url), context);
  const db = context.get(databaseContext);
  const current = await record
    .read(db)
    .catch(sayFailed(context, view.unread ?? `Failed to load ${view.title}`));
  const draft = current ?? (begin ? begin(url.searchParams) : blankDraft(view.fields));
  if (draft === null) throw data(null, { status: 404 });
  const hindrance = await readRecordHindrance(db, person.id, record.subject);
  const related = current === null ? [] : (relatedTo?.(current) ?? []);
  return {
    view: { ...view, related: [...(view.related ?? []), ...related] },
    draft,
    opened: fingerprintOf(current),
    waiting: record.takesTwo ? await findOpenProposal(db, record.takesTwo, record.subject) : null,
    refusal: hindrance && hindranceText(hindrance, saveIt),
    person: person.id,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { view, record } = editorAt(pathOf(url), context);
  const answer = await answerForm(await receiveForm(request, context), { view, record }, context);
  if (answer.kind === "proposed") return toProposal(answer);
  if (answer.kind !== "saved" && answer.kind !== "unchanged") {
    if (isFailure(answer.kind)) context.set(noticeContext, { tone: "error", title: view.failed });
    return data(answer, { status: answer.status });
  }
  const notice = noticeCookie(
    answer.kind === "unchanged"
      ? { tone: "success", title: view.saved, text: nothingChanged }
      : { tone: "success", title: answer.isNew ? (view.added ?? view.saved) : view.saved },
  );
  return redirect(view.list?.address ?? url.pathname, { status: 303, headers: { "Set-Cookie": notice } });
}

const nothingChanged = "Nothing changed, so no new version was saved.";

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendCached(() => serverAction<FormAnswer>());

export default function EditorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, draft, opened, waiting, refusal, person } = loaderData;
  return (
    <>
      <title>{view.title}</title>
      <meta name="robots" content="noindex" />
      <RecordForm
        key={view.path}
        view={view}
        saved={{ draft, opened }}
        waiting={waiting}
        refusal={refusal}
        answer={actionData}
        person={person}
      />
    </>
  );
}
