import { databaseTime } from "#database/clock.ts";
import { passLimit } from "#database/system/rate-limits.ts";
import { findStanding } from "#database/donations/status.ts";
import { missesPerAddress } from "#domain/payments/limits.ts";
import { clientContext, everything } from "#app/http/context.server.ts";
import { fail } from "#app/api/json.ts";
import { tellStanding } from "#app/api/news.ts";
import type { Route } from "./+types/status";

export const handle = { policy: "everybody" };

/** Only who guesses is ever held up. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const standing =
    params.orderId.length > 200 ? null : await findStanding(context.get(everything), params.orderId);
  if (standing !== null) return Response.json({ success: true, ...tellStanding(standing) });
  const subject = `missing-donation:${context.get(clientContext)}`;
  const db = context.get(everything);
  const passed = await passLimit(db, subject, missesPerAddress, await databaseTime(db));
  if (passed.kind === "limited")
    return fail(429, "Too many requests", { headers: { "Retry-After": String(passed.retryAfter) } });
  return fail(404, "Donation not found");
}
