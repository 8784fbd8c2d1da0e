import type { PayWords } from "./controls.tsx";
import { fieldsOf } from "./submit.ts";

/** A silent payment provider keeps the answer back much longer than a donor waits. */
const patience = 2_000;

/**
 * On the page of mobile money the browser sends the form. The page says so from the first press. While the provider is
 * silent, a second request with the same key learns the waiting page.
 */
export function watchPayPress(form: HTMLFormElement): void {
  const words: PayWords = JSON.parse(form.dataset["pay"] ?? "{}");
  let sent = 0;
  const show = (isBusy: boolean) => {
    form.querySelector("[data-pay-button]")?.setAttribute("aria-disabled", String(isBusy));
    form.querySelector("[data-pay-waits]")?.toggleAttribute("hidden", !isBusy);
    const status = form.querySelector<HTMLElement>("[data-pay-status]");
    if (status) status.dataset["tone"] = "info";
    if (status) status.textContent = isBusy ? words.working : "";
  };
  form.addEventListener("submit", (event) => {
    if (sent) return event.preventDefault();
    show(true);
    // A proof of work that is not solved yet holds the press, and sends it later.
    setTimeout(() => {
      if (event.defaultPrevented || sent) return;
      sent = window.setTimeout(() => void askForWaiting(form), patience);
    });
  });
  // Back restores the page from memory, with the button still busy.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    clearTimeout(sent);
    sent = 0;
    show(false);
  });
}

/** The first request goes on if this one fails or has another answer. */
async function askForWaiting(form: HTMLFormElement): Promise<void> {
  const answer = await fetch(form.action, { method: "POST", body: fieldsOf(form) }).catch(() => null);
  if (answer?.url.includes("/payment-processing")) location.assign(answer.url);
}
