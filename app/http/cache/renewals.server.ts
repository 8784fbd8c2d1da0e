import type { StoredPage } from "./stored-pages.server.ts";

/** Renews pages in the background: each at most once an interval, and one page after the other. */
export function openRenewals(interval: number, clock: () => number) {
  let last: Promise<unknown> = Promise.resolve();

  return function renew(page: StoredPage, work: () => Promise<unknown>): void {
    if (page.isRenewalPlanned) return;
    page.isRenewalPlanned = true;
    const wait = Math.max(0, page.madeAt + interval - clock());
    setTimeout(() => {
      // After a failure, the next visitor renders the page and meets the same error.
      last = last
        .then(work)
        .catch(() => {})
        .finally(() => (page.isRenewalPlanned = false));
    }, wait).unref();
  };
}
