import { follow } from "#app/islands/live.ts";
import { endIn, endOf, type End } from "./standing.ts";

const firstPoll = 3_000;
const pollEvery = 5_000;
const mostPolls = 60;

type Watcher = {
  ended(end: End): void;
  /** It was asked for, and goes on. */
  goesOn?(): void;
  /** It is asked for no more. What the server tells by itself is still heard. */
  silent?(): void;
};

/** Learns the end of a payment while its page is seen, at once when its giver comes back from the prompt or online. */
export function watchPayment(order: string, { ended, goesOn, silent }: Watcher): { stop(): void } {
  const over = new AbortController();
  const { signal } = over;
  let polls = 0;
  let timer = 0;

  const stop = () => {
    over.abort();
    clearTimeout(timer);
    news.stop();
  };
  const hear = (end: End | null) => {
    if (end === null || signal.aborted) return;
    stop();
    ended(end);
  };
  const poll = async () => {
    clearTimeout(timer);
    if (document.hidden || !navigator.onLine) return;
    if (polls >= mostPolls) return silent?.();
    polls += 1;
    hear(await endOf(order));
    if (signal.aborted) return;
    goesOn?.();
    clearTimeout(timer);
    timer = window.setTimeout(poll, pollEvery);
  };

  timer = window.setTimeout(poll, firstPoll);
  const news = follow(new URLSearchParams({ order }), (_name, data) => hear(endIn(data)));
  addEventListener("online", () => void poll(), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && void poll(), { signal });
  document.addEventListener("visibilitychange", () => void poll(), { signal });
  return { stop };
}

const redirectDelay = 2_000;

/** Says what has happened for long enough to be read, then goes where more is said. */
export function leaveFor(address: string, line: Element | null, text: string): void {
  if (line) line.textContent = text;
  setTimeout(() => location.replace(address), redirectDelay);
}
