import type { Draft } from "#domain/content/draft.ts";
import { AsSeen } from "./as-seen.tsx";
import { pictureOf } from "./picture-of.ts";

/** Null: the value does not exist in that version. */
export type LabelledChange = { path: string; label: string; before: Draft | null; after: Draft | null };

/** It needs the whole width where short changes are beside each other. */
const isLong = (draft: Draft | null) =>
  draft !== null && (typeof draft === "string" ? draft.length > 48 : pictureOf(draft) !== null);

export function Changes({ changes }: { changes: LabelledChange[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="editor-changes">
      {changes.map(({ path, label, before, after }) => (
        <div key={path} data-long={[before, after].some(isLong) ? "" : undefined}>
          <dt>{label}</dt>
          {before !== null && (
            <dd>
              <del>
                <AsSeen draft={before} />
              </del>
            </dd>
          )}
          <dd>
            {after === null ? (
              "nothing"
            ) : (
              <ins>
                <AsSeen draft={after} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
