import pLimit from "p-limit";
import type { StoredPage } from "./stored-pages.server.ts";

/**
 * A renewal mostly waits, for the database and the compression. One after the other, the last pages would expire. More
 * of them could take all connections for public pages while they hang.
 */
const atOnce = 4;

/** Renews cached pages: few at once, and in the background each at most once an interval. */
export function openRenewals(interval: number, clock: () => number) {
  return {
    inTurn: pLimit(atOnce),

    whenDue(page: StoredPage, work: () => Promise<unknown>): void {
      if (page.isRenewalPlanned) return;
      page.isRenewalPlanned = true;
      const wait = Math.max(0, page.madeAt + interval - clock());
      setTimeout(() => {
        void work()
          // After a failure, the next visitor renders the page and meets the same error.
          .catch(() => {})
          .finally(() => (page.isRenewalPlanned = false));
      }, wait).unref();
    },
  };
}
