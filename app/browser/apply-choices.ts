/** A choice in a list's form applies at once. Text waits for Enter or the button. */
export function applyChoices(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return;
    if (target.type !== "search") target.closest<HTMLFormElement>("form[data-apply]")?.requestSubmit();
  });
}
