import type { z } from "zod";

/**
 * A rule across fields is checked together with all other rules, unless one of its own fields is invalid:
 * `.refine(rule, { …, when: unlessWrong("goal", "currency") })`.
 */
export const whenFieldsAreValid =
  (...fields: string[]) =>
  ({ value, issues }: z.core.ParsePayload) =>
    typeof value === "object" &&
    value !== null &&
    !issues.some(({ path = [] }) => path.length === 0 || fields.includes(String(path[0])));
