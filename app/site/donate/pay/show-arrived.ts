import { clearForm } from "./left-note.ts";

/** Money for this donation is there already, so the dialog has the news and its link, and nothing to pay with. */
export function showArrived(dialog: HTMLDialogElement, form: HTMLFormElement, news: HTMLElement): void {
  for (const each of form.querySelectorAll<HTMLElement>(":scope > *")) each.hidden = true;
  news.classList.remove("panel");
  form.prepend(news);
  dialog.addEventListener("close", clearForm);
  news.focus();
}
