import { dayOf, formatDay } from "#domain/system/calendar.ts";
import type { PaidThrough } from "#domain/payments/provider.ts";
import { Moment } from "#app/staff/values.tsx";

/** The time of the donation. For bank and cash only the value date is known. */
export function DonationTime({ createdAt, provider }: { createdAt: Date; provider: PaidThrough }) {
  const day = dayOf(createdAt);
  if (provider !== "offline") return <Moment at={createdAt} />;
  return <time dateTime={day}>{formatDay(day, "en")}</time>;
}
