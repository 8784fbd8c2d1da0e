import type { Draft } from "#domain/draft.ts";
import type { StaleAnswer } from "./answer-form.server.ts";
import { AsSeen } from "./as-seen.tsx";
import { choiceOf } from "./choice.ts";
import type { EditorView } from "./editor.ts";
import { labelOf } from "./fields.ts";

/** Both versions, field by field, where two people changed the same thing. */
export function StalePanel({
  stale: { by, taken, conflicts },
  view,
}: {
  stale: StaleAnswer;
  view: EditorView;
}) {
  const who = by ? by.author : "Somebody else";
  const labels = taken.map((path) => labelOf(view.fields, path));
  return (
    <section className="editor-stale" id="stale" role="alert" tabIndex={-1} aria-label="Changed meanwhile">
      <h2>{`${who} saved this page while you were editing it`}</h2>
      {labels.length > 0 && (
        <p>Taken over from their version, because you had not changed it: {labels.join("; ")}.</p>
      )}
      {conflicts.length > 0 && <p>Both of you changed what stands here. Choose, and save again:</p>}
      {conflicts.map(({ path, mine, theirs }) => (
        <fieldset key={path} className="editor-conflict">
          <legend>{labelOf(view.fields, path)}</legend>
          <Version path={path} which="mine" label="Keep mine, as it stands in the form below" draft={mine} />
          <Version path={path} which="theirs" label={`Take what ${who} saved`} draft={theirs} />
        </fieldset>
      ))}
      {conflicts.length === 0 && <p>Nothing of yours was in its way. Look it over, and save again.</p>}
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
