import type { PayWords } from "#app/site/donate/pay/controls.tsx";
import type { End } from "./standing.ts";
import { watchPayment } from "./watch-payment.ts";

const redirectDelay = 2_000;

type Awaited = { order: string; waiting: string };

/** Learns the end of a payment for the dialog that asked for it, and for the page below once that dialog is left. */
export function awaitPayment(
  dialog: HTMLDialogElement,
  { order, waiting }: Awaited,
  words: PayWords,
  /** Null says again what was said at first. */
  say: (text: string | null) => void,
): void {
  const over = new AbortController();
  /** To the waiting page, which knows the way to what has become of it; whoever comes back finds no dialog open. */
  const leave = () => {
    dialog.close();
    location.assign(waiting);
  };
  const watching = watchPayment(order, {
    ended(end) {
      over.abort();
      if (!dialog.open) return tellPage(end, words);
      if (end !== "completed") return leave();
      say(words.completed);
      setTimeout(leave, redirectDelay);
    },
    goesOn: () => say(null),
    silent() {
      over.abort();
      watching.stop();
      // It knows what a long silence means as well.
      if (dialog.open) leave();
    },
  });
  addEventListener("offline", () => say(words.offline), { signal: over.signal });
}

function tellPage(end: End, words: PayWords): void {
  const toast = {
    completed: { tone: "success", title: words.completed },
    failed: { tone: "error", title: words.failed, text: words.ended },
    otherAmount: { tone: "error", title: words.checking, text: words.otherAmount },
  }[end];
  document.dispatchEvent(new CustomEvent("amana:toast", { detail: toast }));
}
