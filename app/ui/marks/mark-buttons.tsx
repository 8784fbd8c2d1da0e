import { applyMark } from "./apply-mark.ts";
import type { Mark } from "./mark-text.ts";

export type MarkButton = {
  mark: Mark;
  label: string;
  /** Shown in place of the label. */
  sign?: string;
  /** Marked where nothing is selected. */
  example?: string;
};

type Props = { field: string; label: string; buttons: MarkButton[] };

/** Write the Markdown of a long text for the people who do not know it. They need script. */
export function MarkButtons({ field, label, buttons }: Props) {
  return (
    <span className="mark-buttons" role="group" aria-label={label}>
      {buttons.map(({ mark, label: name, sign, example }) => (
        <button
          key={mark}
          type="button"
          data-mark={mark}
          data-field={field}
          data-example={example}
          aria-label={sign === undefined ? undefined : name}
          title={sign === undefined ? undefined : name}
          onClick={({ currentTarget }) => applyMark(currentTarget)}
        >
          {sign ?? name}
        </button>
      ))}
    </span>
  );
}
