import type { Limits } from "#domain/system/admission.ts";

/** The same limit for requests of every kind. */
export const equalLimits = (limit: Limits["calm"]["other"]): Limits["calm"] => ({
  ...{ donation: limit, status: limit, staff: limit, other: limit, live: limit, picture: limit },
});
