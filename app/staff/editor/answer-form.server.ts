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
import { fingerprintOf } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
import { merge, valueAt, withValue, type Conflict, type Draft } from "#domain/content/draft.ts";
import type { Field } from "#domain/content/field.ts";
import type { OpenProposal } from "#operations/cases/propose.ts";
import { saveRecord, type Stale } from "#operations/content/save-record.ts";
import { hindranceText } from "#app/staff/people/words.ts";
import { choiceOf } from "./choice.ts";
import type { Editor } from "./editor.ts";
import { picturePlaces, readDraft, withListChange } from "./fields.ts";

export type StaleAnswer = {
  by: { author: string; at: Date } | null;
  taken: string[];
  conflicts: Conflict[];
};

type ReceivedForm = { form: FormData; problems: FormErrors };

export type FormAnswer = {
  kind: "changed" | "invalid" | "stale" | "waiting" | "refused" | "failed";
  status: number;
  draft: Draft;
  opened: string;
  errors: FormErrors;
  stale: StaleAnswer | null;
  /** The request for approval that must be decided before another is made. */
  waiting: bigint | null;
  /** The reason why this person cannot save the record yet. */
  refusal: string | null;
};

type Saved = { kind: "saved"; isNew: boolean } | { kind: "unchanged" };

/** Saves the form. Without script, a list's buttons also post the form, to add, remove or move an item. */
export async function answerForm(
  { form, problems }: ReceivedForm,
  { view, record }: Editor,
  context: Readonly<RouterContextProvider>,
): Promise<FormAnswer | Saved | (OpenProposal & { kind: "proposed" })> {
  const person = context.get(visitorContext);
  if (!person) throw new Error("a form was posted without a session");
  const db = context.get(databaseContext);
  const opened = String(form.get("opened") ?? "");
  const intent = String(form.get("intent") ?? "save");
  const { draft: typed, errors } = await withKnownPictures(db, view.fields, readDraft(view.fields, form));
  const comingBack = {
    draft: typed,
    opened,
    errors: [...problems, ...errors],
    stale: null,
    waiting: null,
    refusal: null,
  };
  if (intent !== "save")
    return {
      ...comingBack,
      kind: "changed",
      status: 200,
      draft: withListChange(view.fields, typed, intent),
    };

  const draft = await withTheirs(typed, form, async () => {
    const current = await record.read(db);
    return fingerprintOf(current) === opened ? current : null;
  });
  if (comingBack.errors.length > 0) {
    const checked = record.check(draft);
    const others = checked.kind === "invalid" ? checked.errors : [];
    return { ...comingBack, draft, kind: "invalid", status: 400, errors: [...comingBack.errors, ...others] };
  }
  try {
    const save = { draft, opened, authorId: person.id };
    const outcome = await context.get(publishChangeContext)(() => saveRecord(db, record, save));
    if (outcome.kind === "invalid")
      return { ...comingBack, draft, kind: "invalid", status: 400, errors: outcome.errors };
    if (outcome.kind === "unconfirmed" || outcome.kind === "new-admin")
      return { ...comingBack, draft, kind: "refused", status: 409, refusal: hindranceText(outcome, saveIt) };
    if (outcome.kind === "stale") return comesBackStale(draft, outcome);
    if (outcome.kind === "proposed") return { kind: outcome.kind, id: outcome.id };
    if (outcome.kind === "proposed-before")
      return { ...comingBack, draft, kind: "waiting", status: 409, waiting: outcome.id };
    if (outcome.kind === "unchanged") return outcome;
    return { kind: "saved", isNew: opened === fingerprintOf(null) };
  } catch (error) {
    const path = context.get(loggedPathContext)(`/admin/${view.path}`);
    context.get(logContext).error({ err: error, path }, "record could not be saved");
    return { ...comingBack, draft, kind: "failed", status: 500 };
  }
}

export const saveIt = "save this page";

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
  current: () => Promise<Draft | null>,
): Promise<Draft> {
  const chosen = [...form.keys()].filter(
    (name) => name.startsWith(choiceOf("")) && form.get(name) === "theirs",
  );
  if (chosen.length === 0) return typed;
  const theirs = await current();
  if (theirs === null) return typed;
  return chosen.reduce((draft, name) => {
    const path = name.slice(choiceOf("").length);
    return withValue(draft, path, valueAt(theirs, path) ?? "");
  }, typed);
}

function comesBackStale(mine: Draft, { theirs, base, by }: Stale): FormAnswer {
  const { draft, fromOthers, conflicts } =
    theirs === null ? { draft: mine, fromOthers: [], conflicts: [] } : merge({ base, mine, theirs });
  return {
    kind: "stale",
    status: 409,
    draft,
    opened: fingerprintOf(theirs),
    errors: [],
    stale: { by, taken: fromOthers, conflicts },
    waiting: null,
    refusal: null,
  };
}
