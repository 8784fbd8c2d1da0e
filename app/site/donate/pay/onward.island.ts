import type { OnwardGiven } from "./onward.tsx";

const redirectDelay = 2_000;

/** Goes on to the provider's page, unless the donor has just come back from it. */
export function wake(place: HTMLElement): void {
  const { to }: OnwardGiven = JSON.parse(place.dataset["given"] ?? "{}");
  // A page restored from memory may be paid by now.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  const [came] = performance.getEntriesByType("navigation");
  if (came instanceof PerformanceNavigationTiming && came.type !== "navigate") place.replaceChildren();
  else setTimeout(() => location.assign(to), redirectDelay);
}
