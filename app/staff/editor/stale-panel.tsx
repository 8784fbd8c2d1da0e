import type { Draft } from "#domain/content/draft.ts";
import type { StaleAnswer } from "./answer-form.server.ts";
import { AsSeen } from "./as-seen.tsx";
import { choiceOf, comparedWith } from "./form-names.ts";
import type { EditorView } from "./editor.ts";
import { labelOf } from "./fields.ts";

type Props = {
  stale: StaleAnswer;
  view: EditorView;
  /** The form opened with a draft that is older than the published record. */
  isBegun: boolean;
};

export function StalePanel({ stale: { by, changed, taken, conflicts }, view, isBegun }: Props) {
  const who = by ? by.author : "Someone else";
  const labels = taken.map((path) => labelOf(view.fields, path));
  return (
    <section
      className="editor-stale"
      id="stale"
      role="alert"
      tabIndex={-1}
      aria-label="Someone else has changed this"
    >
      <input type="hidden" name={comparedWith} value={changed} />
      <h2>
        {isBegun
          ? `${who} changed this page after the draft was saved`
          : `${who} saved ${changed === "draft" ? "a draft of " : ""}this page while you were editing it`}
      </h2>
      {labels.length > 0 && (
        <p>
          These changes of theirs were kept, because you had not changed these fields: {labels.join("; ")}.
        </p>
      )}
      {conflicts.length > 0 && <p>You both changed these fields. Choose which to keep, then save again:</p>}
      {conflicts.map(({ path, mine, theirs }) => (
        <fieldset key={path} className="editor-conflict">
          <legend>{labelOf(view.fields, path)}</legend>
          <Version path={path} which="mine" label="Keep mine" draft={mine} />
          <Version path={path} which="theirs" label={`Use ${who}’s version`} draft={theirs} />
        </fieldset>
      ))}
      {conflicts.length === 0 && <p>Your changes do not conflict. Check the page and save again.</p>}
    </section>
  );
}

type VersionProps = { path: string; which: "mine" | "theirs"; label: string; draft: Draft };

function Version({ path, which, label, draft }: VersionProps) {
  return (
    <div className="editor-version">
      <label className="check">
        <input type="radio" name={choiceOf(path)} value={which} defaultChecked={which === "mine"} />
        {label}
      </label>
      <blockquote>
        <AsSeen draft={draft} />
      </blockquote>
    </div>
  );
}
