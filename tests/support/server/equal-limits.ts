import type { Urgency } from "#domain/system/admission.ts";

/** The same limit for requests of every kind. */
export const equalLimits = <Limit>(limit: Limit): Record<Urgency, Limit> => ({
  ...{ donation: limit, status: limit, staff: limit, other: limit, live: limit, picture: limit },
});
