import { marks, markText } from "./mark-text.ts";

/** Changes the text field that the button names. */
export function applyMark(button: HTMLElement): void {
  const { mark: name, field = "", example = "" } = button.dataset;
  const mark = marks.find((each) => each === name);
  const area = document.getElementById(field);
  if (!mark || !(area instanceof HTMLTextAreaElement)) return;
  const { value, selectionStart, selectionEnd } = area;
  const { text, from, to } = markText({ text: value, from: selectionStart, to: selectionEnd }, mark, example);
  area.value = text;
  area.focus();
  area.setSelectionRange(from, to);
  // The form reads typed text from this event.
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
