import { data, type RouterContextProvider } from "react-router";
import { logContext } from "#app/http/context.server.ts";

type Context = Readonly<RouterContextProvider>;

/** For data that a page loads: the page shows this text in its frame, and the log has the cause. */
export function sayFailed(context: Context, words: string): (error: unknown) => never {
  return (error) => {
    logFailure(context, error, words);
    throw data(words, { status: 500 });
  };
}

/** A thrown response is not a failure. */
export function logFailure(context: Context, error: unknown, words: string): void {
  if (!(error instanceof Error)) throw error;
  context.get(logContext).error({ err: error }, words);
}
