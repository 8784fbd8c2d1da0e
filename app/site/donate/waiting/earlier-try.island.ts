import type { WatchedTry } from "./earlier-try.tsx";
import { poll } from "./payment-end.ts";

const pollEvery = 10_000;
const mostPolls = 60;

/** Polls, because the page's stream is for the payment that the donor waits for. The page then shows the notice. */
export function wake(place: HTMLElement): void {
  const { order }: WatchedTry = JSON.parse(place.dataset["props"] ?? "{}");
  let polls = 0;
  const look = async () => {
    polls += 1;
    const { end, waitFor } = document.hidden ? { end: null, waitFor: 0 } : await poll(order);
    if (end === "completed") return location.reload();
    if (polls < mostPolls) setTimeout(look, Math.max(pollEvery, waitFor));
  };
  setTimeout(look, pollEvery);
}
