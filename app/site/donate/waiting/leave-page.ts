import { poll } from "./payment-end.ts";

const askAgainAfter = 5_000;

type Leaving = {
  leave(): void;
  /** The page stays until the site answers. */
  stays(): void;
};

/** Leaves the page once the site answers. Without a connection, the browser would show its own error page. */
export async function leaveOnceReachable(order: string, leaving: Leaving): Promise<void> {
  if (navigator.onLine && (await poll(order)).isAnswered) return leaving.leave();
  leaving.stays();
  const asked = new AbortController();
  const askAgain = () => {
    asked.abort();
    clearTimeout(timer);
    void leaveOnceReachable(order, leaving);
  };
  const timer = setTimeout(askAgain, askAgainAfter);
  addEventListener("online", askAgain, { signal: asked.signal });
}
