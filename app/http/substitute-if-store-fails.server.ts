import type { RouterContextProvider } from "react-router";
import { StoreFault } from "#storage/store.ts";
import { logContext } from "./context.server.ts";

/** The result of reading or writing a picture or document, or the substitute if its store fails. The log has the cause. */
export async function substituteIfStoreFails<Result, const Substitute>(
  context: Readonly<RouterContextProvider>,
  work: Promise<Result>,
  substitute: Substitute,
): Promise<Result | Substitute> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    context.get(logContext).error({ err: error }, "file store failed");
    return substitute;
  }
}
