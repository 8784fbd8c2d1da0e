import { documentOf } from "#app/site/donate/waiting/document-of.ts";
import { poll, type End } from "#app/site/donate/waiting/payment-end.ts";

const askEvery = 10_000;
const notice = ".earlier-try";

type Showing = { dialog: HTMLDialogElement; waiting: string; place: HTMLElement | null };

/** Shows what the waiting page says about an earlier try, and asks until that try has ended. */
export function showEarlierTry(page: Document, { dialog, waiting, place }: Showing): void {
  let shown: Element | null = null;
  const show = (from: Document) => {
    const next = from.querySelector(notice);
    const watched = watchedIn(from);
    if (next) place?.before(next);
    shown?.remove();
    shown = next;
    if (watched) setTimeout(look, askEvery, watched);
  };
  const look = async (watched: Watched) => {
    if (!dialog.open) return;
    const { end, waitFor } = document.hidden ? { end: null, waitFor: 0 } : await poll(watched.earlier);
    if (end === null || end === watched.shown) return setTimeout(look, Math.max(askEvery, waitFor), watched);
    // Without an answer, what is shown stays, and the next look asks again.
    const now = await fetch(waiting).then(documentOf, () => null);
    return now ? show(now) : setTimeout(look, askEvery, watched);
  };
  show(page);
}

type Watched = { earlier: string; shown: End };

function watchedIn(page: Document): Watched | null {
  for (const { dataset } of page.querySelectorAll<HTMLElement>("[data-island=status-poller]")) {
    const props: Partial<Watched> = JSON.parse(dataset["props"] ?? "{}");
    if (props.earlier !== undefined && props.shown !== undefined)
      return { earlier: props.earlier, shown: props.shown };
  }
  return null;
}
