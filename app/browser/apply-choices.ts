/** A choice in a list's form applies at once. Text waits for Enter or the button. */
export function applyChoices(): void {
  addEventListener("change", ({ target }) => {
    if (target instanceof Element && target.matches("[data-apply] *"))
      target.closest("form")?.requestSubmit();
  });
}
