export function markMissing(field: HTMLElement, status: HTMLElement | null): void {
  const place = field.closest(".field");
  field.ariaInvalid = "true";
  place?.setAttribute("data-wrong", "");
  if (status)
    field.setAttribute(
      "aria-describedby",
      `${status.id} ${field.getAttribute("aria-describedby") ?? ""}`.trim(),
    );
}

export function clearErrors(part: Element): void {
  for (const each of part.querySelectorAll(".field-error")) each.remove();
  for (const each of [part, ...part.querySelectorAll("[data-wrong]")]) each.removeAttribute("data-wrong");
  for (const each of part.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
  for (const each of part.querySelectorAll("[aria-describedby]")) {
    const ids = (each.getAttribute("aria-describedby") ?? "").split(" ");
    const hints = ids.filter((id) => document.getElementById(id)?.matches(".field-hint"));
    if (hints.length > 0) each.setAttribute("aria-describedby", hints.join(" "));
    else each.removeAttribute("aria-describedby");
  }
}
