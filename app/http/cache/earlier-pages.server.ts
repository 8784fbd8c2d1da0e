import type { RenderedPage, CachedPage } from "./pack.server.ts";
import type { openStoredPages, StoredPage } from "./stored-pages.server.ts";

export type EarlierPage = { page: CachedPage; asOf: Date };

/** Without a pause, each visitor would wait for a database that does not answer. */
const pause = 1_000;

/** The longest time until a visitor's page shows whether the database answers again. */
const longestTrial = 15_000;

/**
 * The last versions of pages, for the time while the database does not answer. `heard` counts what it has sent: a page
 * from memory, such as one that is not found, says nothing about it.
 */
export function openEarlierPages(
  stored: ReturnType<typeof openStoredPages>,
  clock: () => number,
  heard: () => number,
) {
  let heardBefore = 0;
  let left: { pages: Map<string, StoredPage>; at: number } | null = null;
  /** Null after a page that needed no earlier one. */
  let nextTrial: number | null = null;

  const dateOf = (at: number) => new Date(Date.now() - (clock() - at));

  return {
    /** After a loss of notifications, the stored pages are the last that are known. */
    setListening(isListening: boolean): void {
      left = isListening ? null : (left ?? { pages: stored.all(), at: clock() });
    },

    find(address: string): EarlierPage | undefined {
      const current = stored.find(address);
      if (current) return { page: current.page, asOf: dateOf(current.outdatedSince ?? clock()) };
      const found = left?.pages.get(address);
      return left && found ? { page: found.page, asOf: dateOf(found.outdatedSince ?? left.at) } : undefined;
    },

    watch({ status, isOutage }: RenderedPage): void {
      if (isOutage) heardBefore = heard();
      // A page that could not be made for another reason says nothing about the database.
      const isUnknown = status === 503 || heard() === heardBefore;
      if (isOutage || (isUnknown && nextTrial !== null)) nextTrial = clock() + pause;
      else if (!isUnknown) nextTrial = null;
    },

    /** After the pause, it lets one visitor try the database. The others do not wait for the end of the trial. */
    isInOutage(): boolean {
      if (nextTrial === null) return false;
      if (clock() < nextTrial) return true;
      nextTrial = clock() + longestTrial;
      return false;
    },
  };
}
