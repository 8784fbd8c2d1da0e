import type { PaidThrough } from "#domain/payments/provider.ts";
import { DayOf, Moment } from "#app/staff/values.tsx";

/** The time of the donation. For bank and cash only the value date is known. */
export const DonationTime = ({ createdAt, provider }: { createdAt: Date; provider: PaidThrough }) =>
  provider === "offline" ? <DayOf at={createdAt} /> : <Moment at={createdAt} />;
