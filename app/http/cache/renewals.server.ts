import pLimit from "p-limit";
import type { StoredPage } from "./stored-pages.server.ts";

/** A renewal mostly waits, for the database and the compression. One after the other, the last pages would expire. */
const atOnce = 4;

/** Renews pages in the background: each at most once an interval, and few at once. */
export function openRenewals(interval: number, clock: () => number) {
  const inTurn = pLimit(atOnce);

  return function renew(page: StoredPage, work: () => Promise<unknown>): void {
    if (page.isRenewalPlanned) return;
    page.isRenewalPlanned = true;
    const wait = Math.max(0, page.madeAt + interval - clock());
    setTimeout(() => {
      inTurn(work)
        // After a failure, the next visitor renders the page and meets the same error.
        .catch(() => {})
        .finally(() => (page.isRenewalPlanned = false));
    }, wait).unref();
  };
}
