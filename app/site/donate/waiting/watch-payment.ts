import { follow } from "#app/islands/live.ts";
import { leaveOnceReachable } from "./leave-page.ts";
import { endIn, poll as ask, type End } from "./payment-end.ts";

const firstPoll = 3_000;
const pollEvery = 5_000;
const mostPolls = 60;

type Watcher = {
  ended(end: End): void;
  /** A poll found the payment still open. */
  goesOn?(): void;
  /** Polling has stopped. Updates from the server's stream still arrive. */
  silent?(): void;
};

/**
 * Follows a payment while its page is visible. Checks immediately when the donor returns to the page or is online
 * again.
 */
export function watchPayment(order: string, { ended, goesOn, silent }: Watcher): { stop(): void } {
  const over = new AbortController();
  const { signal } = over;
  let polls = 0;
  let timer = 0;

  const stop = () => {
    over.abort();
    clearTimeout(timer);
    live.stop();
  };
  const finish = (end: End | null) => {
    if (end === null || signal.aborted) return;
    stop();
    ended(end);
  };
  const poll = async () => {
    clearTimeout(timer);
    if (document.hidden || !navigator.onLine) return;
    if (polls >= mostPolls) return silent?.();
    polls += 1;
    const { end, waitFor } = await ask(order);
    finish(end);
    if (signal.aborted) return;
    goesOn?.();
    clearTimeout(timer);
    timer = window.setTimeout(poll, Math.max(pollEvery, waitFor));
  };

  timer = window.setTimeout(poll, firstPoll);
  const live = follow(new URLSearchParams({ order }), (_name, data) => finish(endIn(data)));
  addEventListener("online", () => void poll(), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && void poll(), { signal });
  document.addEventListener("visibilitychange", () => void poll(), { signal });
  return { stop };
}

const redirectDelay = 2_000;

type Redirecting = { order: string; address: string; text: string; offline: string | undefined };

/** Shows a text for long enough to be read, then goes to the next page. */
export function redirectSoon(
  line: Element | null,
  { order, address, text, offline = text }: Redirecting,
): void {
  const say = (said: string) => {
    if (line && line.textContent !== said) line.textContent = said;
  };
  say(text);
  setTimeout(() => {
    void leaveOnceReachable(order, { leave: () => location.replace(address), stays: () => say(offline) });
  }, redirectDelay);
}
