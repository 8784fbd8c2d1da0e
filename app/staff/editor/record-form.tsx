import { Fragment, useEffect, useEffectEvent, useRef, useState, type FormEvent } from "react";
import { Link, useLocation, useNavigation, useSubmit } from "react-router";
import { formatMoment } from "#domain/system/calendar.ts";
import { isSame, merge, type Draft } from "#domain/content/draft.ts";
import { focusAfterListChange } from "#app/staff/focus-after-change.ts";
import { editorsAddress } from "#app/staff/navigation.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { raiseToast } from "#app/staff/staff-toasts.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { meantName } from "#app/ui/meant.ts";
import type { FormAnswer, StaleAnswer } from "./answer-form.server.ts";
import type { EditorView } from "./editor.ts";
import { FieldInputs } from "./field-inputs.tsx";
import { SectionLinks } from "./section-links.tsx";
import { inputAt, labelOf, readDraft, withListChange } from "./fields.ts";
import { DraftOffer } from "./draft-offer.tsx";
import { publishAtField, sentAsField, sentIntents, type SentIntent } from "./form-names.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { Preview } from "./preview-frame.tsx";
import { DraftState, publishAtLabel, PublishLater, type ShownDraft } from "./publishing.tsx";
import { StalePanel } from "./stale-panel.tsx";
import { useDeviceDraft } from "./use-device-draft.ts";
import { useSaveKey } from "./use-save-key.ts";

/** The saved draft, or else the published record, with the fingerprints of both. */
type Saved = { draft: Draft; opened: string; held: string };

type Props = {
  view: EditorView;
  /** The heading. */
  name: string;
  saved: Saved;
  savedDraft: ShownDraft | null;
  /** The record changed since the draft was saved. */
  stale: StaleAnswer | null;
  /** The request for approval that must be decided before another is made. */
  waiting: bigint | null;
  /** The reason why this person cannot save the record yet. */
  refusal: string | null;
  /** The end of that reason, if it has one. */
  savesFrom: Date | null;
  /** Null if the connection was lost. */
  answer: FormAnswer | null | undefined;
  person: string;
};

/**
 * The inputs are uncontrolled: they work before hydration and without script, and typed text is read from the form.
 * Only changes other than typing update `shown`, from which the form is rendered.
 */
export function RecordForm(props: Props) {
  const { view, saved, answer, person } = props;
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState({ ...(answer ?? saved), revision: 0, intent: "" });
  const [typed, setTyped] = useState(shown.draft);
  const isDirty = !isSame(typed, saved.draft);
  const kept = useDeviceDraft(`${person}:${view.path}`, saved.draft);

  const note = (made: Saved) => {
    setTyped(made.draft);
    if (isSame(made.draft, saved.draft)) kept.drop();
    else kept.keep(made);
  };
  const { opened, held } = shown;
  const show = ({ draft, opened, held }: Saved, intent = "") => {
    setShown(({ revision }) => ({ draft, opened, held, intent, revision: revision + 1 }));
    note({ draft, opened, held });
  };
  const read = (element: HTMLFormElement) => readDraft(view.fields, new FormData(element));

  const onAnswer = (sent: Draft, now: Draft) => {
    if (answer === null) return;
    // Keeps text that was typed while the request was running.
    const { draft, ...result } = answer ?? saved;
    show({ ...result, draft: merge({ base: sent, mine: now, theirs: draft }).draft });
  };
  const { send, isSaving } = useSave(form, view, { onAnswer, onLeft: kept.drop });
  useOnWake(() => form.current && setTyped(read(form.current)));
  useEffect(() => focusAfterListChange(shown.intent), [shown]);
  useFailureMessage(answer, view.failed);
  useSaveKey(form);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const intent = intentOf(event);
    if (intent === "preview") return;
    event.preventDefault();
    const draft = read(withAnswer(event));
    const sent = sentIntents.find((each) => each === intent);
    if (sent) send(draft, sent);
    else show({ draft: withListChange(view.fields, draft, intent), opened, held }, intent);
  };
  return (
    <div className="editor">
      <form
        className="editor-form"
        id="record"
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        data-keeps-entries
        onSubmit={onSubmit}
        onInput={({ currentTarget }) => note({ draft: read(currentTarget), opened, held })}
      >
        <Head {...props} state={isSaving ? "Saving..." : isDirty ? "Unsaved changes" : ""} />
        <State {...props} />
        <DraftOffer kept={kept} take={show} />
        <Inputs {...props} key={shown.revision} shown={shown} />
      </form>
      {view.seenAt !== null && <Preview {...props} seenAt={view.seenAt} typed={typed} />}
      <LeaveGuard isDirty={isDirty && !isSaving} />
    </div>
  );
}

type InputsProps = Pick<Props, "view" | "answer"> & { shown: Saved };

function Inputs({ view, answer, shown: { draft, opened, held } }: InputsProps) {
  return (
    <>
      <input type="hidden" name="opened" value={opened} />
      <input type="hidden" name="held" value={held} />
      {answer && <input type="hidden" name={sentAsField} value={answer.sentAs} />}
      <div className="editor-fields">
        <FieldInputs fields={view.fields} draft={draft} errors={answer?.errors ?? []} />
      </div>
    </>
  );
}

/** The preview's buttons submit the form to a frame of their own. */
function intentOf({ nativeEvent }: FormEvent): string {
  const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  if (button?.hasAttribute("formtarget")) return "preview";
  if (!(button instanceof HTMLButtonElement)) return "save";
  const before = button.form?.elements.namedItem(sentAsField);
  const isAnswer = button.name.startsWith(meantName("")) && before instanceof HTMLInputElement;
  return isAnswer ? before.value : button.value;
}

/** The form, with the amount of a pressed "Yes" in its field. */
function withAnswer({ currentTarget: form, nativeEvent }: FormEvent<HTMLFormElement>): HTMLFormElement {
  const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  if (!(button instanceof HTMLButtonElement) || !button.name.startsWith(meantName(""))) return form;
  const field = form.elements.namedItem(button.name.slice(meantName("").length));
  if (field instanceof HTMLInputElement) field.value = button.value;
  return form;
}

/** Visitors may have typed before hydration. */
function useOnWake(act: () => void): void {
  const wake = useEffectEvent(act);
  useEffect(() => wake(), []);
}

function useFailureMessage(answer: Props["answer"], title: string): void {
  useEffect(() => {
    document.querySelector<HTMLElement>(".editor [role=alert]")?.focus();
    if (answer === null) raiseToast({ tone: "error", title, text: "There is no connection." });
    else if (answer && isFailure(answer.kind)) raiseToast({ tone: "error", title });
  }, [answer, title]);
}

function State({ view, savedDraft, stale, waiting, refusal, answer }: Props) {
  const compared = answer ? answer.stale : stale;
  return (
    <>
      {!view.takesTwo && <PublishLater savedDraft={savedDraft} answer={answer} />}
      {(answer === null || answer?.kind === "failed") && (
        <div className="error-summary" role="alert" tabIndex={-1}>
          <h2>{view.failed}</h2>
          <p>
            {answer === null
              ? noConnection
              : "Nothing was saved. Your entries are still here. Please try again."}
          </p>
        </div>
      )}
      <ErrorSummary title="There is a problem" errors={withLabels(view, answer?.errors ?? [])} />
      {compared && <StalePanel stale={compared} view={view} isBegun={!answer} />}
      <Refusal text={answer?.refusal ?? refusal} wasRefused={answer?.kind === "refused"} />
      <Waiting proposal={answer?.waiting ?? waiting} wasRefused={answer?.kind === "waiting"} />
      {savedDraft && <DraftState savedDraft={savedDraft} />}
    </>
  );
}

/** The form can have arrived although its answer did not. A second save of the same entries changes nothing. */
const noConnection =
  "There is no connection, and no answer arrived. Your entries are still here. Save again when you are online.";

export const isFailure = (kind: FormAnswer["kind"]) =>
  kind === "invalid" || kind === "refused" || kind === "failed";

const withLabels = ({ fields }: EditorView, errors: FormAnswer["errors"]) =>
  errors.map(({ field, message }) => ({
    field: inputAt(field),
    message: `${field === publishAtField ? publishAtLabel : labelOf(fields, field)}: ${message}`,
  }));

type HeadProps = Pick<Props, "view" | "name" | "savedDraft" | "refusal" | "savesFrom"> & { state: string };

function Head({ view, name, ...actions }: HeadProps) {
  return (
    <>
      <PageHead
        title={name}
        back={{
          to: view.list?.address ?? "/dashboard",
          label: `Back to ${view.list?.label ?? "Dashboard"}`,
        }}
        {...(!view.list && { list: { to: editorsAddress, label: "Editors" } })}
      >
        <Link className="button quiet small" to={`/admin/history/${view.path}`}>
          History
        </Link>
      </PageHead>
      <div className="editor-head">
        {view.about && <p className="editor-about">{view.about}</p>}
        {view.seenAt !== null && (
          <p className="editor-to-preview">
            <a href="#preview" onClick={(event) => scrollToPreview() && event.preventDefault()}>
              See the preview
            </a>
          </p>
        )}
        {view.related !== undefined && view.related.length > 0 && (
          <p className="editor-about editor-related">
            <span className="editor-related-word">Related: </span>
            {view.related.map(({ label, address }, at) => (
              <Fragment key={address}>
                {at > 0 && ", "}
                <Link to={address}>{label}</Link>
              </Fragment>
            ))}
          </p>
        )}
      </div>
      <SectionLinks fields={view.fields} />
      <Actions view={view} {...actions} />
    </>
  );
}

/** Save is the form's first button, because Enter presses the first one. */
function Actions({ view, savedDraft, refusal, savesFrom, state }: Omit<HeadProps, "name">) {
  return (
    <div className="form-foot editor-actions">
      {/* It stays a button that can be pressed: the time can pass while the page is open. */}
      <button
        className={refusal === null ? "button small" : "button quiet small"}
        type="submit"
        name="intent"
        value="save"
        aria-keyshortcuts="Control+S Meta+S"
        aria-describedby={refusal === null ? undefined : "saves-from"}
      >
        {saveWords(view)}
      </button>
      {refusal !== null && (
        <p className="editor-from" id="saves-from" suppressHydrationWarning>
          {savesFrom === null ? "Not possible yet" : `Possible from ${formatMoment(savesFrom, "en")}`}
        </p>
      )}
      <button className="button quiet small" type="submit" name="intent" value="draft">
        {savedDraft?.schedule ? "Save draft, end schedule" : "Save draft"}
      </button>
      {view.list && (
        <Link className="button quiet small" to={view.list.address}>
          Cancel
        </Link>
      )}
      <p className="editor-state" role="status">
        {state}
      </p>
    </div>
  );
}

/** By script, without a history entry: the guard of unsaved changes cannot block going back to one. */
function scrollToPreview(): boolean {
  const place = document.getElementById("preview");
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
  return place !== null;
}

const saveWords = ({ takesTwo }: EditorView) => (takesTwo ? "Request approval" : "Publish now");

type RefusalProps = { text: string | null; wasRefused: boolean };

function Refusal({ text, wasRefused }: RefusalProps) {
  if (text === null) return null;
  const announced = wasRefused ? { role: "alert", tabIndex: -1 } : {};
  return (
    <section className="editor-offer" aria-label="You cannot save yet" {...announced}>
      <p>
        {text}
        {wasRefused && " Nothing was saved. Your entries are still here."}
      </p>
    </section>
  );
}

type WaitingProps = { proposal: bigint | null; wasRefused: boolean };

function Waiting({ proposal, wasRefused }: WaitingProps) {
  if (proposal === null) return null;
  const attributes = wasRefused ? { role: "alert", tabIndex: -1 } : {};
  return (
    <section className="editor-offer" aria-label="Waiting for approval" {...attributes}>
      <p>
        Another change is waiting for approval. You cannot request a new one until it is decided.
        {wasRefused && " Your entries are still here."}
      </p>
      <Link className="button quiet small" to={`/admin/approvals/${proposal}`}>
        View request
      </Link>
    </section>
  );
}

/** Sends the form by script. Reports the sent values and the text typed since then. */
function useSave(
  form: React.RefObject<HTMLFormElement | null>,
  { path, fields }: EditorView,
  { onAnswer, onLeft }: { onAnswer: (sent: Draft, now: Draft) => void; onLeft: () => void },
) {
  const submit = useSubmit();
  const { search } = useLocation();
  const navigation = useNavigation();
  const isSaving = navigation.state !== "idle" && navigation.formMethod === "POST";
  const sent = useRef<Draft | null>(null);
  const answered = useEffectEvent(() => {
    const draft = sent.current;
    sent.current = null;
    if (draft && form.current) onAnswer(draft, readDraft(fields, new FormData(form.current)));
  });
  useEffect(() => {
    if (!isSaving) answered();
  }, [isSaving]);
  // A saved record leads back to the list, without a draft.
  const leads = navigation.state === "loading" && isSaving ? navigation.location.pathname : null;
  const left = useEffectEvent(onLeft);
  useEffect(() => {
    if (leads !== null && leads !== `/admin/${path}`) left();
  }, [leads, path]);

  const send = (draft: Draft, intent: SentIntent) => {
    if (!form.current || isSaving) return;
    sent.current = draft;
    const body = new FormData(form.current);
    body.set("intent", intent);
    void submit(body, {
      method: "post",
      action: `/admin/${path}${search}`,
      encType: "multipart/form-data",
      preventScrollReset: true,
      replace: true,
    });
  };
  return { send, isSaving };
}
