import formStyles from "#app/ui/form.css?inline";
import donateStyles from "#app/site/donate/form/page.css?inline";
import donationStyles from "#app/site/donate/form/donation-form.css?inline";
import type { PayWords } from "./controls.tsx";
import { runForm, takeForm } from "./form.ts";
import earlierStyles from "#app/site/donate/waiting/earlier-try.css?inline";
import progressStyles from "#app/site/donate/waiting/in-progress.css?inline";
import payStyles from "./pay.css?inline";

/** Shows another page's payment form in a dialog. False if the page has none or the browser is too old. */
export function openPayDialog(page: Document): boolean {
  const form = takeForm(page);
  if (!form || !("adoptedStyleSheets" in document) || !("showModal" in HTMLDialogElement.prototype))
    return false;
  adoptStyles();
  const words: PayWords = JSON.parse(form.dataset["pay"] ?? "{}");
  const dialog = document.createElement("dialog");
  dialog.className = "dialog pay-dialog";
  dialog.append(headOf(dialog, form.dataset["title"] ?? words.title, words.close), form);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  // The browser may restore this page from memory; an open dialog would look like an unpaid donation.
  addEventListener("pagehide", () => dialog.close(), { once: true });
  runForm(dialog, form, words);
  dialog.showModal();
  return true;
}

let styled = false;
function adoptStyles(): void {
  if (styled) return;
  styled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(formStyles + donationStyles + donateStyles + earlierStyles + progressStyles + payStyles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The title comes first, because screen readers read it first. */
function headOf(dialog: HTMLDialogElement, title: string, close: string): HTMLElement {
  const heading = document.createElement("h2");
  heading.id = "pay-title";
  heading.textContent = title;
  heading.tabIndex = -1;
  heading.autofocus = true;
  dialog.setAttribute("aria-labelledby", heading.id);
  const cross = document.createElement("button");
  Object.assign(cross, { type: "button", className: "icon-button dialog-close", ariaLabel: close });
  cross.textContent = "×";
  cross.dataset["cancel"] = "";
  const head = document.createElement("div");
  head.className = "pay-head";
  head.append(heading, cross);
  return head;
}
