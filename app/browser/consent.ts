import { consentKey as key, consentVersion as version } from "./consent-record.ts";

type Choice = { analytics: boolean; marketing: boolean };

export function showConsent(): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const choice = button?.dataset["consentChoice"];
    if (choice) keep({ analytics: choice === "accept", marketing: choice === "accept" });
    const dialog = document.getElementById(button?.dataset["openDialog"] ?? "");
    if (dialog instanceof HTMLDialogElement) open(dialog);
  });
}

function open(dialog: HTMLDialogElement): void {
  const form = dialog.querySelector("form");
  const analytics = form?.elements.namedItem("analytics");
  const marketing = form?.elements.namedItem("marketing");
  if (!(analytics instanceof HTMLInputElement && marketing instanceof HTMLInputElement)) return;
  const stored = read();
  analytics.checked = stored.analytics;
  marketing.checked = stored.marketing;
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "save") keep({ analytics: analytics.checked, marketing: marketing.checked });
  };
  dialog.showModal();
}

function read(): Choice {
  const refused = { analytics: false, marketing: false };
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "null");
    if (stored?.version !== version) return refused;
    return { analytics: stored.analytics === true, marketing: stored.marketing === true };
  } catch {
    return refused;
  }
}

function keep(choice: Choice): void {
  const record = { ...choice, functional: true, version, at: new Date().toISOString() };
  try {
    localStorage.setItem(key, JSON.stringify(record));
    if (!choice.analytics) localStorage.removeItem("visitor_session");
  } catch {
    // Without storage, the choice lasts for this page only.
  }
  const banner = document.querySelector("[data-consent-banner]");
  const hadFocus = banner?.contains(document.activeElement);
  document.documentElement.removeAttribute("data-consent");
  if (hadFocus) document.getElementById("content")?.focus({ preventScroll: true });
}
