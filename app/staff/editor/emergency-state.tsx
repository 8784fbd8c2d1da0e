import { valueAt, type Draft } from "#domain/content/draft.ts";
import { Status } from "#app/staff/list/status.tsx";
import type { EditorView } from "./editor.ts";

type Props = { words: NonNullable<EditorView["emergency"]>; saved: Draft; isDirty: boolean };

/** The saved state. A ticked switch stops nothing before it is saved. */
export function EmergencyState({ words, saved, isDirty }: Props) {
  const on = switchedOn(words, saved);
  return (
    <p className="editor-emergency-state">
      {on.length === 0 && <Status tone="good">{words.off}</Status>}
      {on.map((each) => (
        <Status key={each} tone="bad">
          {each}
        </Status>
      ))}
      {isDirty && <Status tone="waiting">Not saved yet</Status>}
    </p>
  );
}

export const switchedOn = ({ on }: Props["words"], saved: Draft) =>
  Object.entries(on).flatMap(([name, words]) => (valueAt(saved, name) === "yes" ? [words] : []));
