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

export function StalePanel({ stale, view, isBegun }: Props) {
  const { changed, taken, conflicts } = stale;
  const words = wordsOf(stale, isBegun);
  const labels = taken.map((path) => labelOf(view.fields, path));
  return (
    <section className="editor-stale" id="stale" role="alert" tabIndex={-1} aria-label={words.label}>
      <input type="hidden" name={comparedWith} value={changed} />
      <h2>{words.heading}</h2>
      {labels.length > 0 && (
        <p>
          {words.taken} {labels.join("; ")}.
        </p>
      )}
      {conflicts.length > 0 && <p>{words.conflicts}</p>}
      {conflicts.map(({ path, mine, theirs }) => (
        <fieldset key={path} className="editor-conflict">
          <legend>{labelOf(view.fields, path)}</legend>
          <Version path={path} which="mine" label={words.mine} draft={mine} />
          <Version path={path} which="theirs" label={words.theirs} draft={theirs} />
        </fieldset>
      ))}
      {conflicts.length === 0 && <p>Your changes do not conflict. Check the page and save again.</p>}
    </section>
  );
}

function wordsOf({ by, changed }: StaleAnswer, isBegun: boolean) {
  const saved = changed === "draft" ? "saved a draft of this page" : "saved this page";
  if (by?.isOwn)
    return {
      label: "You have changed this",
      heading: isBegun ? "You changed this page after the draft was saved" : `You ${saved} in another window`,
      taken: "Your other changes were kept in these fields:",
      conflicts: "These fields have two versions. Choose which to keep, then save again:",
      mine: isBegun ? "Keep the draft" : "Keep what is in this form",
      theirs: "Use what you saved later",
    };
  const who = by ? by.author : "Someone else";
  return {
    label: "Someone else has changed this",
    heading: isBegun
      ? `${who} changed this page after the draft was saved`
      : `${who} ${saved} while you were editing it`,
    taken: "These changes of theirs were kept, because you had not changed these fields:",
    conflicts: "You both changed these fields. Choose which to keep, then save again:",
    mine: "Keep mine",
    theirs: `Use ${who}’s version`,
  };
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
