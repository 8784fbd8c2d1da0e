import type { z } from "zod";
import { dayOf } from "#domain/system/calendar.ts";
import { rangeOf } from "#domain/donations/statistics.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { publicReads } from "#app/http/context.server.ts";
import { decimal } from "./donations/decimal.ts";
import type { statistics as shape } from "./shapes.ts";
import type { Route } from "./+types/statistics";

export const handle = { policy: "everyone" };

/** Totals of the ledger for these days, in shillings. Other currencies are listed next to them. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const range = rangeOf(searchParams.get("fromdate"), searchParams.get("todate"), dayOf(new Date()));
  const statistics = await readStatistics(context.get(publicReads), range);
  const answer: z.infer<typeof shape> = {
    success: true,
    fromdate: range.from,
    todate: range.to,
    completed_count: statistics.donors,
    total_completed_amount: decimal(statistics.raised),
    other_amounts: statistics.others.map((sum) => ({ currency: sum.currency, amount: decimal(sum) })),
    // The ledger has only donations that arrived.
    total_orders: statistics.donors,
    success_percentage: statistics.successRate,
  };
  return Response.json(answer);
}
