import type { RouterContextProvider } from "react-router";
import { isUnavailable } from "#database/database-errors.ts";
import { logContext } from "#app/http/context.server.ts";
import { fail } from "./json.ts";

/** Programs and providers are told in their own way that we could not do it: 503 means that they may come again. */
export async function unlessAway(
  context: Readonly<RouterContextProvider>,
  message: (why: "away" | "broken") => string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const away = isUnavailable(error);
    context.get(logContext).error({ err: error }, "API request failed");
    return fail(
      away ? 503 : 500,
      message(away ? "away" : "broken"),
      away ? { headers: { "Retry-After": "5" } } : {},
    );
  }
}
