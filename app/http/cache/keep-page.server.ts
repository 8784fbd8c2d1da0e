import type { Fill } from "./fills.server.ts";
import { largestToSqueeze, pack, shrinks, usualQuality, type RenderedPage } from "./pack.server.ts";
import type { openStoredPages, StoredPage } from "./stored-pages.server.ts";

type Made = {
  rendered: RenderedPage;
  fill: Fill;
  wholeAt: number;
  stableAfter: number | null;
};

/** Compresses and stores a page that nothing has changed since its rendering began. */
export async function keepPage(
  stored: ReturnType<typeof openStoredPages>,
  { rendered, fill, wholeAt, stableAfter }: Made,
): Promise<void> {
  const { subjects } = rendered.keeping;
  const page = await pack(rendered, usualQuality);
  if ([...fill.dropped].some((subject) => subjects.has(subject))) return;
  const missed = [...fill.outdated].flatMap(([subject, since]) => (subjects.has(subject) ? [since] : []));
  const outdatedSince = missed.length === 0 ? null : Math.min(...missed);
  const made: StoredPage = {
    ...{ address: fill.address, page, rendered, subjects, outdatedSince },
    ...{ madeAt: fill.startedAt, wholeAt, isRenewalPlanned: false },
  };
  stored.store(made);
  if (stableAfter !== null && rendered.body.length <= largestToSqueeze && shrinks(rendered))
    made.improvement = setTimeout(() => void squeezeMore(stored, made, rendered), stableAfter).unref();
}

/** The best compression takes 50 times as long, so no visitor waits for it. A page with old figures is replaced soon. */
async function squeezeMore(
  stored: ReturnType<typeof openStoredPages>,
  made: StoredPage,
  rendered: RenderedPage,
): Promise<void> {
  const page = await pack(rendered, 11);
  if (stored.find(made.address) === made && made.outdatedSince === null) stored.store({ ...made, page });
}
