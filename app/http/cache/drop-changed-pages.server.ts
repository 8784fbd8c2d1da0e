import type { openFills } from "./fills.server.ts";
import type { openStoredPages } from "./stored-pages.server.ts";

type Pages = Pick<ReturnType<typeof openStoredPages>, "outdate" | "drop">;
type Fills = Pick<ReturnType<typeof openFills>, "outdate" | "drop">;

/** Drops the pages about a changed subject, or lets them show their last figures for a moment. */
export function dropChangedPages(pages: Pages, fills: Fills, clock: () => number) {
  return function drop(changed: string): void {
    const subjects = subjectsOf(changed);
    if (isFigure(changed)) {
      const now = clock();
      fills.outdate(subjects, now);
      for (const each of subjects) pages.outdate(each, now);
    } else {
      fills.drop(subjects);
      for (const each of subjects) pages.drop(each);
    }
  };
}

const isFigure = (subject: string) => subject === "totals" || subject.startsWith("raised:");

/**
 * A page about a campaign shows what it raised. Pages about several campaigns name the subject `campaigns`, or
 * `campaigns without figures`.
 */
function subjectsOf(subject: string): string[] {
  const [, change, id] = /^(campaign|raised):(.*)/.exec(subject) ?? [];
  if (change === undefined) return [subject];
  const withFigures = [`campaign:${id}`, "campaigns"];
  return change === "raised" ? withFigures : [...withFigures, "campaigns without figures"];
}
