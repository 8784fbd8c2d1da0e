import { clearErrors } from "#app/site/donate/pay/field-errors.ts";

const wrongParts = (form: HTMLElement) => [...form.querySelectorAll<HTMLElement>("[data-wrong]")];

/** A corrected field is no longer wrong. Whether it is right, the server says at the next press. */
export function clearErrorsOf(form: HTMLElement, field: EventTarget | null): void {
  if (!(field instanceof HTMLElement)) return;
  // A typed amount and a chosen one correct each other.
  const isAmount = field.matches("[name=amount], [name=otherAmount]");
  for (const part of wrongParts(form))
    if (part.contains(field) || (isAmount && part.querySelector("[name=amount], [name=otherAmount]")))
      clearPart(form, part);
}

/** The fields of another way to pay or of another donor are not asked any more. */
export function clearHidden(form: HTMLElement): void {
  for (const part of wrongParts(form)) if (part.getClientRects().length === 0) clearPart(form, part);
}

/** The server has accepted every field. */
export function clearMessages(form: HTMLElement): void {
  for (const part of wrongParts(form)) clearErrors(part);
  form.querySelector(".error-summary")?.remove();
}

function clearPart(form: HTMLElement, part: HTMLElement): void {
  const summary = form.querySelector(".error-summary");
  for (const link of summary?.querySelectorAll("a") ?? [])
    if (part.querySelector(link.hash)) link.closest("li")?.remove();
  clearErrors(part);
  if (!summary?.querySelector("li")) summary?.remove();
}
