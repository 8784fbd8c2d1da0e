import { poll } from "#app/site/donate/waiting/payment-end.ts";

// Inline in its page, which loads no file of script. Reloads would interrupt a screen reader.

const soon = 10_000;
const later = 30_000;
/** Most numbers are paid by then. */
const firstMinutes = 5 * 60_000;

addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-copies]") : null;
  if (button) void copyFrom(button);
});

/** The button itself says what happened. */
async function copyFrom(button: HTMLElement): Promise<void> {
  const { copies = "", copied = "", failed = "" } = button.dataset;
  try {
    await navigator.clipboard.writeText(copies);
    button.textContent = copied;
  } catch {
    button.textContent = failed;
  }
}

/** The address of the waiting page leads to each result. The form that asks the provider has both. */
async function look(form: HTMLFormElement): Promise<void> {
  const order = new URL(form.action).searchParams.get("order_id") ?? "";
  const { end, waitFor } = document.hidden ? { end: null, waitFor: 0 } : await poll(order);
  if (end === null) lookLater(form, waitFor);
  else location.assign(form.action);
}

function lookLater(form: HTMLFormElement, waitFor: number): void {
  setTimeout(look, Math.max(performance.now() < firstMinutes ? soon : later, waitFor), form);
}

addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector<HTMLFormElement>("form.not-paid");
  if (form) lookLater(form, 0);
});
