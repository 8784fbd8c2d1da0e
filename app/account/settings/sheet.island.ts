import { noticeIn, openSheet, type Read, type SheetRules } from "#app/browser/page-sheet.ts";
import { showPasswords } from "#app/account/show-password.ts";
import type { SettingsProps } from "./link.tsx";

/** Shows the panel of `/settings` next to the current page, and sends its forms from there. */
export function wake(place: HTMLElement): void {
  const props: SettingsProps = JSON.parse(place.dataset["props"] ?? "{}");
  place.addEventListener("click", (event) => {
    const wantsAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey;
    if (wantsAnotherTab || document.querySelector(".settings-panel")) return;
    event.preventDefault();
    void openSheet(props.address, rulesFor(props));
  });
}

const rulesFor = ({ close, signIn }: SettingsProps): SheetRules => ({
  className: "dialog sheet",
  labelledBy: "settings-title",
  closeLabel: close,
  read: readSettings,
  wake: wakePanel,
  // The session has ended; the toast says so.
  leave: (sheet, answer) => offerSignIn(sheet, answer.url, signIn),
});

function readSettings(page: Document): Read {
  const part = page.querySelector<HTMLElement>(".settings-panel");
  const summary = part?.querySelector(".error-summary");
  if (!part || !summary) return { part, toast: noticeIn(page), wrong: null, heading: null };
  // The toast replaces the summary, so that the message is not read twice.
  summary.remove();
  const wrong = summary.querySelector("a")?.hash;
  const field = wrong ? part.querySelector<HTMLElement>(wrong) : null;
  return { part, toast: faultIn(summary), wrong: field, heading: null };
}

function faultIn(summary: Element) {
  const title = summary.querySelector("h2")?.textContent ?? "";
  const messages = [...summary.querySelectorAll("li")].map(({ textContent }) => textContent);
  return { tone: "error", title, text: messages.join("; ") };
}

function wakePanel(panel: HTMLElement): void {
  showPasswords(panel);
  for (const place of panel.querySelectorAll<HTMLElement>("[data-island=passkey]"))
    void import("#app/account/second-step/passkey.island.ts").then(({ wake }) => wake(place));
}

/** The sheet stays open until then, so that typed text is not lost. */
function offerSignIn(sheet: HTMLElement, address: string, label: string): void {
  const link = sheet.querySelector<HTMLAnchorElement>(".sheet-sign-in") ?? document.createElement("a");
  const signIn = new URL(address);
  signIn.searchParams.set("next", location.pathname + location.search);
  link.className = "button wide sheet-sign-in";
  link.href = signIn.href;
  link.textContent = label;
  sheet.querySelector(".settings-panel")?.before(link);
  link.focus();
}
