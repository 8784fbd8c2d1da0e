import type { PayWords } from "./controls.tsx";
import { askForWaiting, fieldsOf, patience } from "./submit.ts";

/**
 * On the page of mobile money the browser sends the form. The page says so from the first press, and leaves for the
 * waiting page while the provider is silent.
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
      sent = window.setTimeout(() => void leaveForWaiting(form), patience);
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

async function leaveForWaiting(form: HTMLFormElement): Promise<void> {
  const answer = await askForWaiting(form.action, fieldsOf(form));
  if (answer) location.assign(answer.url);
}
