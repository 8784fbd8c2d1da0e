import type { RouterContextProvider } from "react-router";
import { isUnavailable } from "#database/database-errors.ts";
import { logContext } from "#app/http/context.server.ts";
import { fail } from "./json.ts";

/** Answers 503 in the client's own format if the database is unavailable: the client may try again. */
export async function answerOr503(
  context: Readonly<RouterContextProvider>,
  message: (why: "away" | "broken") => string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const isAway = isUnavailable(error);
    context.get(logContext).error({ err: error }, "API request failed");
    return fail(
      isAway ? 503 : 500,
      message(isAway ? "away" : "broken"),
      isAway ? { headers: { "Retry-After": "5" } } : {},
    );
  }
}
