import type { RenderedPage } from "#app/http/cache/pack.server.ts";
import type { Admission, Visit } from "./admission.server.ts";
import { busyPage } from "./busy-page.server.ts";
import type { Asking } from "./turns.server.ts";

type Making = Visit & { path: string; requestId: string };

/** For a page that has its place and may still wait for its turn. */
export type InPlace = Required<Pick<Asking, "urgency" | "longestWait">>;

/** The page from `make`, in its place, or an answer that asks to come back. */
export async function makeInPlace(
  admission: Pick<Admission, "run">,
  { path, requestId, ...visit }: Making,
  make: (inPlace: InPlace) => Promise<RenderedPage>,
): Promise<RenderedPage> {
  const { urgency } = visit;
  const page = await admission.run(visit, (longestWait) => make({ urgency, longestWait }));
  return page === "refused" ? busyPage(path, requestId) : page;
}
