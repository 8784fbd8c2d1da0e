import { countAttempt } from "#operations/system/count-attempt.ts";
import { missesPerAddress } from "#domain/payments/limits.ts";
import {
  busyContext,
  clientContext,
  statusReaderContext,
  databaseContext,
} from "#app/http/context.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { answerOr503 } from "#app/api/database-errors.server.ts";
import { fail } from "#app/api/json.ts";
import { statusMessage } from "#app/api/live/messages.ts";
import type { Route } from "./+types/status";

export const handle = { policy: "everyone" };

const t = translatorIn("en");

/** In seconds. */
const busyPollInterval = 15;

/** The rate limit applies only to clients that guess. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return answerOr503(
    context,
    (why) => t(why === "away" ? "answers.statusAway" : "answers.somethingWrong"),
    () => answer(context, params.orderId),
  );
}

async function answer(context: Route.LoaderArgs["context"], orderId: string): Promise<Response> {
  const found = orderId.length > 200 ? null : await context.get(statusReaderContext)(orderId);
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
