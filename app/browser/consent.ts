import { consentKey as key, consentVersion as version } from "#domain/visitors/consent-version.ts";
import { storeChoice } from "./store-choice.ts";

export function showConsent(): void {
  count(false);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const choice = button?.dataset["consentChoice"];
    if (choice) keep(choice === "accept");
    const dialog = document.getElementById(button?.dataset["openDialog"] ?? "");
    if (dialog instanceof HTMLDialogElement) open(dialog);
  });
}

function open(dialog: HTMLDialogElement): void {
  const analytics = dialog.querySelector<HTMLInputElement>("[name=analytics]");
  const marketing = dialog.querySelector<HTMLInputElement>("[name=marketing]");
  if (!analytics || !marketing) return;
  const stored = read();
  analytics.checked = stored.analytics;
  marketing.checked = stored.marketing;
  analytics.disabled = marketing.disabled = refuses();
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "save") keep(analytics.checked, marketing.checked);
  };
  dialog.showModal();
}

// Alone in its function, because the build rewrites an import with more around it.
const loadVisits = () => import("./visits.ts");

/** The code that counts visits is loaded only for visitors who agreed. */
function count(isNew: boolean): void {
  if (read().analytics) void loadVisits().then(({ visit }) => visit(read, isNew));
}

/** The script in the head has read the signals of the browser. */
const refuses = () => "refuses" in document.documentElement.dataset;

function read() {
  let stored;
  try {
    stored = JSON.parse(localStorage[key] ?? "null");
  } catch {
    // Without storage, nothing was chosen before.
  }
  const isChosen = stored?.version === version && !refuses();
  return {
    analytics: isChosen && stored.analytics === true,
    marketing: isChosen && stored.marketing === true,
    version,
  };
}

function keep(analytics: boolean, marketing = analytics): void {
  const before = read().analytics;
  storeChoice(analytics, marketing);
  if (!before) count(true);
  const banner = document.querySelector("[data-consent-banner]");
  const hadFocus = banner?.contains(document.activeElement);
  document.documentElement.removeAttribute("data-consent");
  if (hadFocus) document.getElementById("content")?.focus({ preventScroll: true });
}
