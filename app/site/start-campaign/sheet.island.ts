import { noticeIn, openSheet, type Read, type SheetRules } from "#app/browser/page-sheet.ts";
import { showPasswords } from "#app/account/show-password.ts";
import accountStyles from "#app/account/account.css?inline";
import formStyles from "#app/ui/form.css?inline";
import sheetStyles from "#app/ui/sheet.css?inline";
import organizerStyles from "#app/organizers/organizer.css?inline";
import type { StartProps } from "./link.tsx";
import submissionStyles from "#app/organizers/submission/submission.css?inline";

/** Shows the pages from sign-up to the waiting submission next to the current page. */
export function wake(place: HTMLElement): void {
  const { close }: StartProps = JSON.parse(place.dataset["props"] ?? "{}");
  const link = place.querySelector("a");
  if (!link || !("adoptedStyleSheets" in document) || !("showModal" in HTMLDialogElement.prototype)) return;
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    adoptStyles();
    void openSheet(link.href, rulesFor(close));
  });
}

const rulesFor = (closeLabel: string): SheetRules => ({
  className: "dialog sheet wide",
  labelledBy: headingId,
  closeLabel,
  read: readStep,
  wake: wakeStep,
  leave: (_, answer) => location.assign(answer.url),
});

const headingId = "start-title";
const steps =
  "main > .account-page:has(form), main > .organizer:has(.submission-form), main > .organizer:has(.submission-standing)";

function readStep(page: Document): Read {
  const part = page.querySelector<HTMLElement>(steps);
  // The dialog has no room for it, and the home page has the same drawing with the same ids.
  part?.querySelector(".account-picture")?.remove();
  const heading = part?.querySelector("h1") ?? null;
  if (heading) Object.assign(heading, { id: headingId, tabIndex: -1 });
  const wrong = part?.querySelector<HTMLElement>(".error-summary") ?? null;
  return { part, toast: noticeIn(page), wrong, heading };
}

const islands: Record<string, () => Promise<{ wake(place: HTMLElement): void }>> = {
  proof: () => import("#app/site/donate/check/proof.island.ts"),
  passkey: () => import("#app/account/second-step/passkey.island.ts"),
  marks: () => import("#app/islands/text-marks.island.ts"),
  submission: () => import("#app/organizers/submission/draft-keeper.island.ts"),
};

function wakeStep(part: HTMLElement): void {
  showPasswords(part);
  for (const place of part.querySelectorAll<HTMLElement>("[data-island]"))
    void islands[place.dataset["island"] ?? ""]?.().then(({ wake: wakeIn }) => wakeIn(place));
}

let styled = false;
function adoptStyles(): void {
  if (styled) return;
  styled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(formStyles + accountStyles + organizerStyles + submissionStyles + sheetStyles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
