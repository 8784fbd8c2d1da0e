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
  /** The page with new figures, rendered without the rest of it. Null if the whole page must be rendered. */
  withNewFigures?: (page: StoredPage) => Promise<RenderedPage | null>;
  observe?: ObserveRendering;
  /** Grows whenever the database sends something. */
  heard?: () => number;
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
  heard = () => NaN,
}: Options = {}) {
  const stored = openStoredPages(limitBytes);
  const fills = openFills(clock);
  const renewals = openRenewals(renewalInterval, clock);
  const earlier = openEarlierPages(stored, clock, heard);
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
    return fills.run(address, (fill) => {
      fill.audience.join(visitor);
      const work = () => make(fill, render);
      return stored.find(address) ? renewals.inTurn(work) : work();
    });
  }

  async function make(fill: Fill, render: Render): Promise<RenderedPage> {
    fills.begin(fill);
    const before = stored.find(fill.address);
    const refreshed = before && (await refresh(before, fill.startedAt, withNewFigures));
    const rendered = refreshed ?? (await render(fill.audience.gone));
    earlier.watch(rendered);
    if (rendered.isRefusal) return rendered;
    observe?.(refreshed ? "figures" : "whole", (clock() - fill.startedAt) / 1_000);
    const wholeAt = refreshed ? before.wholeAt : fill.startedAt;
    if (listening && isKeepable(rendered)) await keepPage(stored, { rendered, fill, wholeAt, stableAfter });
    return rendered;
  }

  function renew(page: StoredPage, render: () => Promise<RenderedPage>): void {
    renewals.whenDue(page, async () => {
      // A visitor who found the figures too old may have made the page first.
      if (stored.find(page.address) === page && !fills.joinable(page.address))
        await fill(page.address, render);
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
    ...{ findEarlier: earlier.find, isInOutage: earlier.isInOutage, size: stored.size },
    listeningAgain: () => setListening(true),
    lost: () => setListening(false),
  };
}

/** A page that is not cached can be personal, so each visitor gets their own. */
async function join({ audience, result }: Fill, render: Render, visitor?: ServerResponse) {
  audience.join(visitor);
  const page = await result;
  const isForAll = page && (isKeepable(page) || page.status === 503);
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
  return withNewFigures(page);
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
