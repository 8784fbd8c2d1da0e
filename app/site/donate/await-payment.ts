import { follow } from "#app/islands/live.ts";
import type { PayWords } from "./pay-controls.tsx";
import { standingOf, statusIn } from "./standing.ts";

const firstPoll = 3_000;
const pollEvery = 5_000;
const mostPolls = 60;
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
  const { signal } = over;
  let polls = 0;
  let timer = 0;

  const end = (standing: string | null): boolean => {
    if (signal.aborted) return true;
    if (standing !== "completed" && standing !== "failed") return false;
    stop();
    if (!dialog.open) tellPage(standing, words);
    else if (standing === "failed") leave();
    else {
      say(words.completed);
      setTimeout(leave, redirectDelay);
    }
    return true;
  };
  /** To the waiting page, which knows the way to what has become of it; whoever comes back finds no dialog open. */
  const leave = () => {
    dialog.close();
    location.assign(waiting);
  };
  const stop = () => {
    over.abort();
    clearTimeout(timer);
    news.stop();
  };
  const poll = async () => {
    clearTimeout(timer);
    if (signal.aborted || document.hidden) return;
    if (!navigator.onLine) return say(words.offline);
    if ((polls += 1) > mostPolls) {
      stop();
      // It knows what a long silence means as well.
      if (dialog.open) leave();
      return;
    }
    if (end(await standingOf(order))) return;
    say(null);
    clearTimeout(timer);
    timer = window.setTimeout(poll, pollEvery);
  };

  timer = window.setTimeout(poll, firstPoll);
  const news = follow(new URLSearchParams({ order }), (_name, data) => void end(statusIn(data)));
  document.addEventListener("visibilitychange", () => void poll(), { signal });
  addEventListener("online", () => void poll(), { signal });
  addEventListener("offline", () => say(words.offline), { signal });
}

function tellPage(standing: "completed" | "failed", words: PayWords): void {
  const toast =
    standing === "completed"
      ? { tone: "success", title: words.completed }
      : { tone: "error", title: words.failed, text: words.ended };
  document.dispatchEvent(new CustomEvent("amana:toast", { detail: toast }));
}
