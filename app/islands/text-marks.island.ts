import { applyMark } from "#app/ui/marks/apply-mark.ts";

/** On a page with React, the buttons have their own listener and this does not run. */
export function wake(place: HTMLElement): void {
  place.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-mark]") : null;
    if (button) applyMark(button);
  });
}
