import type { PayWords } from "#app/site/donate/pay/controls.tsx";
import { leaveOnceReachable } from "./leave-page.ts";
import type { End } from "./payment-end.ts";
import { watchPayment } from "./watch-payment.ts";

const redirectDelay = 2_000;

type Awaited = { order: string; waiting: string };

type Shown = {
  words: PayWords;
  /** Null restores the first text. */
  say: (text: string | null) => void;
  completed: () => void;
  endedAfterClose: (end: End) => void;
};

/** Follows a payment for its dialog. After the dialog is closed, the page under it shows the end. */
export function awaitPayment(
  dialog: HTMLDialogElement,
  { order, waiting }: Awaited,
  { words, say, completed, endedAfterClose }: Shown,
): void {
  const over = new AbortController();
  /**
   * Goes to the waiting page, which leads to the result. Closes the dialog first, so that a donor who returns finds
   * it closed.
   */
  const leave = (text = "") => {
    const go = () => {
      // A donor who closed it stays on the page under it.
      if (!dialog.open) return;
      dialog.close();
      location.assign(waiting);
    };
    void leaveOnceReachable(order, { leave: go, stays: () => say(text + words.offline) });
  };
  const watching = watchPayment(order, {
    ended(end) {
      over.abort();
      if (!dialog.open) return endedAfterClose(end);
      dialog.addEventListener("close", () => endedAfterClose(end));
      if (end !== "completed") return leave();
      completed();
      setTimeout(leave, redirectDelay, `${words.completed} `);
    },
    goesOn: () => say(null),
    silent() {
      over.abort();
      watching.stop();
      // The waiting page also handles a payment that stays open long.
      if (dialog.open) leave();
    },
  });
  addEventListener("offline", () => say(words.offline), { signal: over.signal });
}
