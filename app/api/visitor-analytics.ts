import { countAttempt } from "#operations/system/count-attempt.ts";
import { recordVisitorEvent } from "#operations/visitors/record-event.ts";
import { readConsent } from "#domain/visitors/consent.ts";
import { deviceOf, isOfOwnPage, languageOfBrowser, readSentEvent } from "#domain/visitors/event.ts";
import { unknownPath } from "#app/http/logged-path.server.ts";
import {
  clientContext,
  databaseContext,
  logContext,
  loggedPathContext,
  originContext,
} from "#app/http/context.server.ts";
import { fail, onlyPost, readObject } from "./json.ts";
import type { Route } from "./+types/visitor-analytics";

export const handle = { policy: "everyone" };
export const loader = onlyPost;

const largestBody = 8_000;

/** A whole campus can share one address. */
const perAddress = [{ most: 300, within: 60 }];

/** Keeps an event of a visitor who agreed. Anyone else gets the same answer, and nothing is read further or kept. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return onlyPost();
  const { headers } = request;
  // Beacons send text, because other types need a question to the server first.
  if (!/^(?:text\/plain|application\/json)(?:;|$)/i.test(headers.get("Content-Type") ?? ""))
    return fail(415, "Send JSON");
  const written = await request.text();
  if (written.length > largestBody) return fail(413, "This is too large");
  const body = readObject(written);
  if (body === undefined) return fail(400, "Send JSON");
  const consent = readConsent(body["consent"]);
  if (consent === null || refusesCounting(headers)) return new Response(null, { status: 204 });
  const event = readSentEvent(body);
  if (event === null) return fail(400, "Request could not be parsed");
  if (isOfOwnPage(event)) return new Response(null, { status: 204 });
  try {
    return await keep(context, event, { hasMarketing: consent.marketing, headers });
  } catch (error) {
    // A page does not depend on its analytics.
    context.get(logContext).warn({ err: error }, "visit not counted");
    return new Response(null, { status: 204 });
  }
}

/** Global Privacy Control and Do Not Track. */
const refusesCounting = (headers: Headers) => headers.get("Sec-GPC") === "1" || headers.get("DNT") === "1";

type Context = Route.ActionArgs["context"];
type Sent = { hasMarketing: boolean; headers: Headers };

async function keep(
  context: Context,
  event: NonNullable<ReturnType<typeof readSentEvent>>,
  { hasMarketing, headers }: Sent,
): Promise<Response> {
  const db = context.get(databaseContext);
  const attempt = await countAttempt(db, [
    { subject: `visits from ${context.get(clientContext)}`, limits: perAddress },
  ]);
  if (attempt.kind === "limited")
    return fail(429, "Too many requests", { headers: { "Retry-After": String(attempt.retryAfter) } });
  const loggedPath = context.get(loggedPathContext);
  await recordVisitorEvent(db, event, {
    hasMarketing,
    ownHost: new URL(context.get(originContext)).host,
    device: deviceOf(headers.get("User-Agent") ?? ""),
    language: languageOfBrowser(headers.get("Accept-Language") ?? ""),
    patternOf(path) {
      const pattern = loggedPath(path);
      return pattern === unknownPath ? null : pattern;
    },
  });
  return new Response(null, { status: 204 });
}
