import { countAttempt } from "#operations/system/count-attempt.ts";
import { findStanding } from "#database/donations/status.ts";
import { missesPerAddress } from "#domain/payments/limits.ts";
import { clientContext, databaseContext } from "#app/http/context.server.ts";
import { fail } from "#app/api/json.ts";
import { tellStanding } from "#app/api/live/news.ts";
import type { Route } from "./+types/status";

export const handle = { policy: "everybody" };

/** The rate limit applies only to clients that guess. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const standing =
    params.orderId.length > 200 ? null : await findStanding(context.get(databaseContext), params.orderId);
  if (standing !== null) return Response.json({ success: true, ...tellStanding(standing) });
  const misses = { subject: `missing-donation:${context.get(clientContext)}`, limits: missesPerAddress };
  const db = context.get(databaseContext);
  const attempt = await countAttempt(db, [misses]);
  if (attempt.kind === "limited")
    return fail(429, "Too many requests", { headers: { "Retry-After": String(attempt.retryAfter) } });
  return fail(404, "Donation not found");
}
