import type { RouterContextProvider } from "react-router";
import { troubleContext } from "./context.server.ts";

/**
 * Gives the answer a Retry-After header, and returns the wait for its text. The router drops the headers that an action
 * gives to a page, so `render` adds this one.
 */
export function answerWithWait(
  context: Readonly<RouterContextProvider>,
  seconds: number,
): { minutes: number } {
  context.get(troubleContext).retryAfter = seconds;
  return { minutes: Math.ceil(seconds / 60) };
}
