import { markText, marks, type Mark } from "./mark-text.ts";

const words: Record<Mark, { label: string; sign: string }> = {
  bold: { label: "Bold", sign: "B" },
  heading: { label: "Heading", sign: "H" },
  link: { label: "Link", sign: "Link" },
};

type Props = { field: string; name: string };

/** Write the Markdown of a long text for the people who do not know it. */
export function MarkButtons({ field, name }: Props) {
  return (
    <span className="mark-buttons" role="group" aria-label={`Marks for ${name}`}>
      {marks.map((mark) => (
        <button
          key={mark}
          type="button"
          data-mark={mark}
          aria-label={words[mark].label}
          title={words[mark].label}
          onClick={() => apply(field, mark)}
        >
          {words[mark].sign}
        </button>
      ))}
    </span>
  );
}

function apply(field: string, mark: Mark): void {
  const area = document.getElementById(field);
  if (!(area instanceof HTMLTextAreaElement)) return;
  const { value, selectionStart, selectionEnd } = area;
  const { text, from, to } = markText({ text: value, from: selectionStart, to: selectionEnd }, mark);
  area.value = text;
  area.focus();
  area.setSelectionRange(from, to);
  // The form reads typed text from this event.
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
