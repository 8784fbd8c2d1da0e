import type { RouterContextProvider } from "react-router";
import { secondsInsteadOfProof } from "#domain/payments/limits.ts";
import { renderFailuresContext } from "./context.server.ts";

/**
 * Gives the answer a Retry-After header, and returns the wait for its text. The router drops the headers that an action
 * gives to a page, so `render` adds this one.
 */
export function answerWithWait(
  context: Readonly<RouterContextProvider>,
  seconds: number,
): { minutes: number } {
  context.get(renderFailuresContext).retryAfter = seconds;
  return { minutes: Math.ceil(seconds / 60) };
}

/** For a text that stays on the page, so it counts no seconds. No minutes are the half minute without a proof of work. */
export const waitInWords = (seconds: number): { minutes: number } => ({
  minutes: seconds <= secondsInsteadOfProof ? 0 : Math.ceil(seconds / 60),
});
