import { follow } from "#app/islands/live.ts";
import type { WatchedTry } from "./earlier-try.tsx";
import { endIn, poll, type End } from "./payment-end.ts";
import type { StatusPollerProps } from "./status-poller.tsx";
import { redirectSoon, watchPayment } from "./watch-payment.ts";

const pollEvery = 10_000;
const mostPolls = 60;

/** The page moves on at the end of the payment, however late. */
export function wake(place: HTMLElement): void {
  const props: StatusPollerProps | WatchedTry = JSON.parse(place.dataset["props"] ?? "{}");
  if ("earlier" in props) return watchEarlier(props);
  const { order, ends, shown, offline } = props;
  const line = place.querySelector("[data-status]");
  const moveOn = (end: End) => {
    const { address, text } = "address" in ends ? ends : ends[end];
    replaceEarlierWords(place);
    redirectSoon(line, { order, address, text, offline });
  };
  if (shown === undefined) watchPayment(order, { ended: moveOn });
  else followOther(order, shown, moveOn);
}

/** The page's styles hide all words about the earlier state. */
function replaceEarlierWords(place: HTMLElement): void {
  place.dataset["ended"] = "";
  const title = place.closest<HTMLElement>("[data-once-ended]")?.dataset["onceEnded"];
  const heading = document.querySelector("h1");
  if (title !== undefined && heading) heading.textContent = title;
}

/** Does not poll, because an end rarely changes. The server sends the change. */
function followOther(order: string, shown: End, moveOn: (end: End) => void): void {
  const live = follow(new URLSearchParams({ order }), (_name, data) => {
    const end = endIn(data);
    if (end === null || end === shown) return;
    live.stop();
    moveOn(end);
  });
}

/** Polls, because the page's stream is for the payment that the donor waits for. The page then shows the notice. */
function watchEarlier({ earlier, shown }: WatchedTry): void {
  let polls = 0;
  const look = async () => {
    polls += 1;
    const { end, waitFor } = document.hidden ? { end: null, waitFor: 0 } : await poll(earlier);
    if (end !== null && end !== shown) return location.reload();
    if (polls < mostPolls) setTimeout(look, Math.max(pollEvery, waitFor));
  };
  setTimeout(look, pollEvery);
}
