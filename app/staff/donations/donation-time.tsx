import { dayOf, formatDay } from "#domain/system/calendar.ts";
import type { ProviderName } from "#database/tables.ts";
import { Moment } from "#app/staff/values.tsx";

/** When it was given: of what arrived by bank or in cash only the day is known, its value date. */
export function Given({ createdAt, provider }: { createdAt: Date; provider: ProviderName }) {
  const day = dayOf(createdAt);
  if (provider !== "offline") return <Moment at={createdAt} />;
  return <time dateTime={day}>{formatDay(day, "en")}</time>;
}
