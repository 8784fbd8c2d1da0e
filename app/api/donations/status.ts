import { countAttempt } from "#operations/system/count-attempt.ts";
import { missesPerAddress } from "#domain/payments/limits.ts";
import {
  busyContext,
  clientContext,
  statusReaderContext,
  databaseContext,
} from "#app/http/context.server.ts";
import { fail } from "#app/api/json.ts";
import { statusMessage } from "#app/api/live/messages.ts";
import type { Route } from "./+types/status";

export const handle = { policy: "everybody" };

/** In seconds. */
const busyPollInterval = 15;

/** The rate limit applies only to clients that guess. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const found = params.orderId.length > 200 ? null : await context.get(statusReaderContext)(params.orderId);
  // A page that waits for the payment asks again after this time.
  const headers = context.get(busyContext)() ? { "Retry-After": String(busyPollInterval) } : {};
  if (found !== null) return Response.json({ success: true, ...statusMessage(found) }, { headers });
  const misses = { subject: `missing-donation:${context.get(clientContext)}`, limits: missesPerAddress };
  const db = context.get(databaseContext);
  const attempt = await countAttempt(db, [misses]);
  if (attempt.kind === "limited")
    return fail(429, "Too many requests", { headers: { "Retry-After": String(attempt.retryAfter) } });
  return fail(404, "Donation not found");
}
