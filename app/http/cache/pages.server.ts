import type { ServerResponse } from "node:http";
import type { ObserveRendering } from "#app/http/metrics.server.ts";
import { signalOf } from "#app/http/overload/audience.server.ts";
import { dropChangedPages } from "./drop-changed-pages.server.ts";
import { openEarlierPages } from "./earlier-pages.server.ts";
import { openFills, type Fill } from "./fills.server.ts";
import { keepPage } from "./keep-page.server.ts";
import type { PageKeeping, RenderedPage } from "./pack.server.ts";
import { openRenewals } from "./renewals.server.ts";
import { openStoredPages, type StoredPage } from "./stored-pages.server.ts";

export type PageCache = ReturnType<typeof openPageCache>;

/** `gone`: aborted when everyone who waits for the page has left. */
type Render = (gone: AbortSignal | null) => Promise<RenderedPage>;

type Options = {
  limitBytes?: number;
  /** The shortest time between two renewals of a page with changed figures, in milliseconds. */
  renewalInterval?: number;
  /**
   * The time until an unchanged page gets the best compression, in milliseconds. A page that changes often is never
   * worth it. Null for never.
   */
  stableAfter?: number | null | undefined;
  clock?: () => number;
  /** The page with new figures, rendered without the rest of it. */
  withNewFigures?: (page: StoredPage) => Promise<RenderedPage>;
  observe?: ObserveRendering;
};

/** A renewal that is due must wait for others and then be rendered. */
const renewalMargin = 250;

/** The address of a campaign's share picture follows its progress, so the whole page is renewed from time to time. */
const wholeFor = 60_000;

export function openPageCache({
  limitBytes = 48 * 1024 * 1024,
  renewalInterval = 1_000,
  stableAfter = 10_000,
  clock = performance.now.bind(performance),
  withNewFigures,
  observe,
}: Options = {}) {
  const stored = openStoredPages(limitBytes);
  const fills = openFills(clock);
  const whenDue = openRenewals(renewalInterval, clock);
  const earlier = openEarlierPages(stored, clock);
  // Do not cache until we receive change notifications; otherwise pages could stay stale.
  let listening = false;

  /** The cached page: current, or with the last numbers for a moment. */
  function find(address: string): StoredPage | undefined {
    const found = stored.find(address);
    if (found === undefined || found.outdatedSince === null) return found;
    return clock() - found.outdatedSince <= renewalInterval + renewalMargin ? found : undefined;
  }

  /** Without a visitor, the page is finished in any case. */
  async function fill(address: string, render: Render, visitor?: ServerResponse): Promise<RenderedPage> {
    const shared = fills.joinable(address);
    if (shared) return join(shared, render, visitor);
    return fills.run(address, async (fill) => {
      fill.audience.join(visitor);
      const before = stored.find(address);
      const began = clock();
      const refreshed = before && (await refresh(before, began, withNewFigures));
      const page = refreshed ?? (await render(fill.audience.gone));
      // It says nothing about the database.
      if (page.isRefusal) return page;
      observe?.(refreshed ? "figures" : "whole", (clock() - began) / 1_000);
      earlier.watch(page);
      const wholeAt = refreshed ? before.wholeAt : fill.startedAt;
      if (listening && isKeepable(page))
        await keepPage(stored, { address, rendered: page, fill, wholeAt, stableAfter });
      return page;
    });
  }

  function renew(page: StoredPage, render: () => Promise<RenderedPage>): void {
    const { address } = page;
    whenDue(page, async () => {
      // A visitor who found the figures too old may have made the page first.
      if (stored.find(address) === page && !fills.joinable(address)) await fill(address, render);
    });
  }

  /** Changes before this moment can have been missed. */
  function setListening(isListening: boolean): void {
    fills.drop(["everything"]);
    earlier.setListening(isListening);
    stored.clear();
    listening = isListening;
  }

  return {
    ...{ find, fill, renew, change: dropChangedPages(stored, fills, clock) },
    /** Also with old figures, but never with an old text. */
    isKept: (address: string) => stored.find(address) !== undefined,
    findEarlier: earlier.find,
    isInOutage: earlier.isInOutage,
    listeningAgain: () => setListening(true),
    lost: () => setListening(false),
    size: stored.size,
  };
}

/** A page that is not cached can be personal, so each visitor gets their own. */
async function join({ audience, result }: Fill, render: Render, visitor?: ServerResponse) {
  audience.join(visitor);
  const page = await result;
  const isForAll = page && (isKeepable(page) || page.isOutage || page.isRefusal);
  return isForAll ? page : render(visitor ? signalOf(visitor) : null);
}

/** Null if the whole page must be rendered. */
async function refresh(
  page: StoredPage,
  now: number,
  withNewFigures: Options["withNewFigures"],
): Promise<RenderedPage | null> {
  if (!withNewFigures || page.rendered.figures.length === 0) return null;
  if (page.outdatedSince === null || now - page.wholeAt > wholeFor) return null;
  // Rendering the whole page meets the same error and reports it.
  return withNewFigures(page).catch(() => null);
}

export function newKeeping(): PageKeeping {
  return { subjects: new Set(["everything"]), query: "", never: false };
}

function isKeepable(page: RenderedPage): boolean {
  const named = page.keeping.subjects.size > 1;
  return (
    named &&
    !page.keeping.never &&
    page.status === 200 &&
    page.stream === undefined &&
    !page.headers.some(([name]) => name === "Set-Cookie")
  );
}
