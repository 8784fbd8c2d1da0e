import { savesDataOrIsSlow } from "./connection.ts";

type Code = { wake(place: HTMLElement): void };

const islands: Record<string, () => Promise<Code>> = {
  "sign-in": () => import("#app/account/sign-in.island.ts"),
  passkey: () => import("#app/account/second-step/passkey.island.ts"),
  "new-passkey": () => import("#app/account/second-step/new-passkey.island.ts"),
  start: () => import("#app/site/start-campaign/sheet.island.ts"),
  settings: () => import("#app/account/settings/sheet.island.ts"),
  password: () => import("#app/account/password.island.ts"),
  print: () => import("#app/islands/print.island.ts"),
  "busy-button": () => import("#app/islands/busy-button.island.tsx"),
  bank: () => import("#app/site/home/bank.island.ts"),
  "copy-link": () => import("#app/site/campaigns/copy-link.island.ts"),
  live: () => import("#app/site/live-figures.island.ts"),
  donation: () => import("#app/site/donate/form/donation.island.ts"),
  marks: () => import("#app/islands/text-marks.island.ts"),
  submission: () => import("#app/organizers/submission/draft-keeper.island.ts"),
  proof: () => import("#app/site/donate/check/proof.island.ts"),
  "auto-redirect": () => import("#app/site/donate/pay/auto-redirect.island.ts"),
  waiting: () => import("#app/site/donate/waiting/page.island.ts"),
  "status-poller": () => import("#app/site/donate/waiting/status-poller.island.ts"),
  thanks: () => import("#app/site/donate/result/thanks.island.ts"),
  "map-view": () => import("#app/islands/map-view.island.tsx"),
  zakat: () => import("#app/site/zakat/calculators.island.ts?plain"),
};

const touches = ["pointerover", "touchstart", "focusin", "submit"] as const;
// A page that appears under a resting mouse gets a move, and a restored place gives a scroll. Neither is by a person.
const firstSigns = ["pointerdown", "touchstart", "wheel", "keydown"] as const;

/**
 * An island starts when it is touched. After the visitor's first action, islands also start when they come into view.
 * On a slow connection or with data saving, React is loaded only for touched islands.
 */
export function wakeIslands(): void {
  const places = [...document.querySelectorAll<HTMLElement>("[data-island]")];
  for (const place of places) {
    for (const touch of touches) place.addEventListener(touch, () => void wake(place), { passive: true });
    if (place.matches("[data-now],:focus-within")) void wake(place);
    // After Back, browsers fill in the number before or after this runs, and its form names the network.
    addEventListener("pageshow", () => {
      if (place.querySelector<HTMLInputElement>("[type=tel]")?.value) void wake(place);
    });
  }
  addEventListener("click", holdLink);
  if (savesDataOrIsSlow()) return;
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

const longestHold = 1_000;
let held = false;

/**
 * A link can name the island that opens it in place. The first tap on a touch screen can come before that island's
 * code. The link then waits for the code, and opens its own page if that takes too long.
 */
function holdLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  // The server does not learn the part after # of an address.
  if (link?.hreflang) link.hash = location.hash;
  const place = link && link.closest<HTMLElement>(`[data-island=${link.dataset["openedBy"]}]`);
  if (!place || place.dataset["awake"] || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (held) return;
  held = true;
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestHold));
  void Promise.race([wake(place).catch(() => {}), tooLong]).then(() => {
    held = false;
    if (place.dataset["awake"]) link.click();
    else location.assign(link.href);
  });
}

const waking = new WeakMap<HTMLElement, Promise<void>>();

async function wake(place: HTMLElement): Promise<void> {
  const load = islands[place.dataset["island"] ?? ""];
  if (!load) return;
  const begun = waking.get(place) ?? begin(place, load);
  waking.set(place, begun);
  try {
    await begun;
  } catch (error) {
    // The next touch tries again, unless the server is about to answer the form.
    if (!place.querySelector("[data-sent]")) waking.delete(place);
    throw error;
  }
}

async function begin(place: HTMLElement, load: () => Promise<Code>): Promise<void> {
  // Loads React in parallel; the island's code would import it only after its own download.
  if (place.dataset["plain"] === undefined) void import("#app/islands/hydrate.tsx");
  (await load()).wake(place);
  place.dataset["awake"] = "yes";
}
