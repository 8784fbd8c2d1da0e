import { savesData } from "./towns.ts";

/** Each island's code is fetched, with React, when its first one wakes. */
const islands: Record<string, () => Promise<{ wake(place: HTMLElement): void }>> = {
  "sign-in": () => import("#app/account/sign-in.island.ts"),
  settings: () => import("#app/account/settings-sheet.island.ts"),
  password: () => import("#app/account/password.island.ts"),
  "busy-button": () => import("./busy-button.island.tsx"),
  bank: () => import("#app/site/home/bank.island.ts"),
  "copy-link": () => import("#app/site/campaigns/copy-link.island.ts"),
  live: () => import("#app/site/live-figures.island.ts"),
  gift: () => import("#app/site/donate/gift.island.ts"),
  proof: () => import("#app/site/donate/proof.island.ts"),
  onward: () => import("#app/site/donate/onward.island.ts"),
  waiting: () => import("#app/site/donate/waiting.island.ts"),
  thanks: () => import("#app/site/donate/thanks.island.ts"),
  "map-view": () => import("./map-view.island.tsx"),
  "short-zakat": () => import("#app/site/zakat/short-calculator.island.tsx"),
  "full-zakat": () => import("#app/site/zakat/full-calculator.island.tsx"),
};

const touches = ["pointerover", "touchstart", "focusin", "submit"] as const;
const firstSigns = ["pointermove", "pointerdown", "touchstart", "scroll", "keydown"] as const;

/**
 * An island wakes when it is touched, and once the visitor has done anything at all, when it is in view. Whoever saves
 * data, or has a slow line, is sent React only for what they touch.
 */
export function wakeIslands(): void {
  const places = [...document.querySelectorAll<HTMLElement>("[data-island]")];
  for (const place of places) {
    for (const touch of touches) place.addEventListener(touch, () => void wake(place), { passive: true });
    if (place.matches("[data-now],:focus-within")) void wake(place);
  }
  if (savesData() || places.length === 0) return;
  const start = () => {
    for (const sign of firstSigns) removeEventListener(sign, start);
    const watching = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        watching.unobserve(target);
        void wake(target);
      }
    });
    for (const place of places) watching.observe(place);
  };
  for (const sign of firstSigns) addEventListener(sign, start, { passive: true });
}

const waking = new WeakSet<HTMLElement>();

async function wake(place: HTMLElement): Promise<void> {
  const load = islands[place.dataset["island"] ?? ""];
  if (!load || waking.has(place)) return;
  waking.add(place);
  // Asked for beside the island's own code, which would ask for it only once it has arrived.
  if (place.dataset["plain"] === undefined) void import("./hydrate.tsx");
  try {
    (await load()).wake(place);
    place.dataset["awake"] = "yes";
  } catch (error) {
    // The next touch tries again.
    waking.delete(place);
    throw error;
  }
}
