import type { RouterContextProvider } from "react-router";
import {
  databaseContext,
  publishChangeContext,
  logContext,
  loggedPathContext,
  visitorContext,
} from "#app/http/context.server.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { findPicture } from "#database/content/pictures.ts";
import { findSavedDraft } from "#database/content/saved-drafts.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
import { merge, valueAt, withValue, type Conflict, type Draft } from "#domain/content/draft.ts";
import type { Field } from "#domain/content/field.ts";
import { momentAt } from "#domain/system/calendar.ts";
import type { OpenProposal } from "#operations/cases/propose.ts";
import {
  saveDraft,
  scheduleDraft,
  type DraftSaved,
  type Scheduled,
} from "#operations/content/saved-drafts/save.ts";
import { saveRecord, type SaveOutcome } from "#operations/content/save-record.ts";
import type { StaleRecord } from "#operations/content/stale.ts";
import { hindranceText } from "#app/staff/people/words.ts";
import {
  choiceOf,
  comparedWith,
  publishAtField,
  sentAsField,
  sentIntents,
  type SentIntent,
} from "./form-names.ts";
import type { Editor } from "./editor.ts";
import { picturePlaces, readDraft, textAt, withListChange } from "./fields.ts";

export type StaleAnswer = {
  /** `isOwn`: the same person saved it elsewhere, or after the draft. */
  by: { author: string; isOwn: boolean; at: Date } | null;
  /** They saved a draft, or published the record. */
  changed: "draft" | "record";
  taken: string[];
  conflicts: Conflict[];
};

type ReceivedForm = { form: FormData; problems: FormErrors };

export type FormAnswer = {
  kind: "changed" | "invalid" | "stale" | "waiting" | "refused" | "failed";
  status: number;
  draft: Draft;
  opened: string;
  held: string;
  /** The date and time as typed. */
  publishAt: string;
  sentAs: SentIntent;
  errors: FormErrors;
  stale: StaleAnswer | null;
  /** The request for approval that must be decided before another is made. */
  waiting: bigint | null;
  /** The reason why this person cannot save the record yet. */
  refusal: string | null;
};

type Done =
  | { kind: "saved"; isNew: boolean }
  | { kind: "unchanged" }
  | { kind: "as-before" }
  | { kind: "draft-saved"; wasScheduled: boolean }
  | { kind: "scheduled"; at: Date }
  | (OpenProposal & { kind: "proposed" });

/** Publishes the form, or saves it as a draft. Without script, a list's buttons also post the form. */
export async function answerForm(
  { form, problems }: ReceivedForm,
  { view, record }: Editor,
  context: Readonly<RouterContextProvider>,
): Promise<FormAnswer | Done> {
  const db = context.get(databaseContext);
  const sentAs = sentIntents.find((each) => each === form.get(sentAsField)) ?? "save";
  const typedIntent = String(form.get("intent") ?? sentAs);
  const intent = sentIntents.find((each) => each === typedIntent);
  const { draft: typed, errors } = await withKnownPictures(db, view.fields, readDraft(view.fields, form));
  const comingBack = {
    draft: typed,
    opened: textAt(form, "opened"),
    held: textAt(form, "held"),
    publishAt: textAt(form, publishAtField),
    sentAs: intent ?? sentAs,
    errors: [...problems, ...errors],
    stale: null,
    waiting: null,
    refusal: null,
  };
  if (intent === undefined)
    return {
      ...comingBack,
      kind: "changed",
      status: 200,
      draft: withListChange(view.fields, typed, typedIntent),
    };

  const draft = await withTheirs(typed, form, () => readTheirs(db, record, form));
  const ready = { ...comingBack, draft };
  if (ready.errors.length > 0) {
    const checked = record.check(draft);
    const others = checked.kind === "invalid" && intent !== "draft" ? checked.errors : [];
    return { ...ready, kind: "invalid", status: 400, errors: [...ready.errors, ...others] };
  }
  try {
    return await send(intent, ready, record, context);
  } catch (error) {
    const path = context.get(loggedPathContext)(`/admin/${view.path}`);
    context.get(logContext).error({ err: error, path }, "record could not be saved");
    return { ...ready, kind: "failed", status: 500 };
  }
}

type Ready = Omit<FormAnswer, "kind" | "status">;

async function send(
  intent: SentIntent,
  ready: Ready,
  record: Editor["record"],
  context: Readonly<RouterContextProvider>,
): Promise<FormAnswer | Done> {
  const person = context.get(visitorContext);
  if (!person) throw new Error("a form was posted without a session");
  const db = context.get(databaseContext);
  const { draft, opened, held } = ready;
  const save = { draft, opened, held };
  switch (intent) {
    case "save": {
      const publish = () => saveRecord(db, record, { ...save, authorId: person.id });
      const outcome = await context.get(publishChangeContext)(publish);
      if (outcome.kind === "saved") return { kind: "saved", isNew: opened === fingerprintOf(null) };
      return explained(outcome, ready, person.id);
    }
    case "draft":
      return explained(await saveDraft(db, record, { ...save, by: person.id }), ready, person.id);
    case "schedule": {
      const publishAt = readPublishAt(ready.publishAt, new Date());
      if (publishAt === null || record.takesTwo)
        return {
          ...ready,
          kind: "invalid",
          status: 400,
          errors: [{ field: publishAtField, message: "Choose a time from now to one year ahead" }],
        };
      const outcome = await scheduleDraft(db, record, { ...save, by: person.id, publishAt });
      return outcome.kind === "scheduled"
        ? { kind: "scheduled", at: publishAt }
        : explained(outcome, ready, person.id);
    }
  }
}

function readPublishAt(typed: string, now: Date): Date | null {
  const moment = momentAt(typed);
  const isSoon = moment !== null && moment > now && moment.getTime() - now.getTime() <= 366 * 86_400_000;
  return isSoon ? moment : null;
}

type Outcome =
  | Exclude<SaveOutcome, { kind: "saved" }>
  | DraftSaved
  | Exclude<Scheduled, { kind: "scheduled" }>;

function explained(outcome: Outcome, ready: Ready, personId: string): FormAnswer | Done {
  switch (outcome.kind) {
    case "invalid":
      return { ...ready, kind: "invalid", status: 400, errors: outcome.errors };
    case "unconfirmed":
    case "new-admin":
      return { ...ready, kind: "refused", status: 409, refusal: hindranceText(outcome, saveAction) };
    case "stale":
      return answerStaleForm(ready, outcome, personId);
    case "proposed-before":
      return { ...ready, kind: "waiting", status: 409, waiting: outcome.id };
    case "proposed":
      return { kind: outcome.kind, id: outcome.id };
    case "unchanged":
    case "as-before":
    case "draft-saved":
      return outcome;
  }
}

export const saveAction = "save this page";

/** Looks up the pictures that a form or an old draft names. */
export async function withKnownPictures(
  db: Reads,
  fields: Field[],
  typed: Draft,
): Promise<{ draft: Draft; errors: FormErrors }> {
  let draft = typed;
  const errors: FormErrors = [];
  for (const path of picturePlaces(fields, typed)) {
    const id = valueAt(typed, `${path}.id`);
    if (typeof id !== "string") continue;
    const found = await findPicture(db, id);
    if (!found) errors.push({ field: path, message: "Please select the image again." });
    for (const side of ["width", "height"] as const)
      draft = withValue(draft, `${path}.${side}`, String(found?.[side] ?? ""));
  }
  return { draft, errors };
}

/** Uses the other person's version of the fields where the editor chose it. */
async function withTheirs(
  typed: Draft,
  form: FormData,
  readThem: () => Promise<Draft | null>,
): Promise<Draft> {
  const chosen = [...form.keys()].filter(
    (name) => name.startsWith(choiceOf("")) && form.get(name) === "theirs",
  );
  if (chosen.length === 0) return typed;
  const theirs = await readThem();
  if (theirs === null) return typed;
  return chosen.reduce((draft, name) => {
    const path = name.slice(choiceOf("").length);
    return withValue(draft, path, valueAt(theirs, path) ?? "");
  }, typed);
}

/** The version that the form was compared with, if it did not change again. */
async function readTheirs(db: Reads, record: Editor["record"], form: FormData): Promise<Draft | null> {
  if (form.get(comparedWith) === "draft") {
    const saved = await findSavedDraft(db, record.subject);
    return saved?.fingerprint === form.get("held") ? saved.draft : null;
  }
  const current = await record.read(db);
  return fingerprintOf(current) === form.get("opened") ? current : null;
}

type Mine = Pick<FormAnswer, "draft" | "opened" | "held"> & Partial<Pick<FormAnswer, "publishAt" | "sentAs">>;

export function answerStaleForm(
  { draft: mine, opened, held, publishAt = "", sentAs = "save" }: Mine,
  { theirs, base, by: saver, draft: theirDraft }: StaleRecord,
  personId: string,
): FormAnswer {
  const by = saver && { author: saver.author, isOwn: saver.authorId === personId, at: saver.at };
  const { draft, fromOthers, conflicts } =
    theirs === null ? { draft: mine, fromOthers: [], conflicts: [] } : merge({ base, mine, theirs });
  return {
    kind: "stale",
    status: 409,
    draft,
    opened: theirDraft === null ? fingerprintOf(theirs) : opened,
    held: theirDraft ?? held,
    publishAt,
    sentAs,
    errors: [],
    stale: { by, changed: theirDraft === null ? "record" : "draft", taken: fromOthers, conflicts },
    waiting: null,
    refusal: null,
  };
}
