import type { AutoRedirectProps } from "./auto-redirect.tsx";

const redirectDelay = 2_000;

/** Goes on to the provider's page, unless the donor has just come back from it. */
export function wake(place: HTMLElement): void {
  const { to }: AutoRedirectProps = JSON.parse(place.dataset["props"] ?? "{}");
  // A page restored from memory may be paid by now.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  const [came] = performance.getEntriesByType("navigation");
  if (came instanceof PerformanceNavigationTiming && came.type !== "navigate") place.replaceChildren();
  else setTimeout(() => location.assign(to), redirectDelay);
}
