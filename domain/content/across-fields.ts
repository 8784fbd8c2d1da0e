import type { z } from "zod";

/**
 * A rule across fields is told together with everything else that is wrong, unless one of the fields that it looks at is
 * wrong itself: `.refine(rule, { …, when: unlessWrong("goal", "currency") })`.
 */
export const unlessWrong =
  (...fields: string[]) =>
  ({ value, issues }: z.core.ParsePayload) =>
    typeof value === "object" &&
    value !== null &&
    !issues.some(({ path = [] }) => path.length === 0 || fields.includes(String(path[0])));
