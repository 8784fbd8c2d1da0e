import { Writable } from "node:stream";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from "react-router";
import { isSlow, isUnavailable } from "#database/database-errors.ts";
import { openParts } from "./http/cache/parts.server.ts";
import { PartsContext } from "./site/cached/part.tsx";
import { isPageHandle } from "./page-handle.ts";
import { PageResponse, type PageText } from "./http/page-text.server.ts";
import { withOriginalData } from "./http/unsent-data.server.ts";
import {
  logContext,
  loggedPathContext,
  nonceContext,
  renderFailuresContext,
  turnContext,
} from "./http/context.server.ts";

/** Renders whole pages instead of streams, because only a finished page can be hashed, cached and compressed. */
export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const nonce = context.get(nonceContext);
  const pageOf = (shown: EntryContext) => <ServerRouter context={shown} url={request.url} nonce={nonce} />;
  // The answer that asks to come back takes the place of this one.
  if ((await context.get(turnContext)()) !== "given") return new Response(null, { status: 503 });
  // Only the staff area starts the router in the browser, with the data of its page.
  const page = isApp(entry)
    ? { html: await toHtml(pageOf(entry)), figures: [] }
    : renderInParts(pageOf(withOriginalData(entry)), nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new PageResponse(page, { status: statusOf(entry, status), headers });
}

function renderInParts(page: React.ReactNode, nonce: string): PageText {
  const parts = openParts(nonce);
  const html = renderToString(<PartsContext value={parts}>{page}</PartsContext>);
  return parts.assemble(`<!DOCTYPE html>${html}`);
}

function isApp({ staticHandlerContext: { matches } }: EntryContext): boolean {
  return matches.some(({ route: { handle } }) => isPageHandle(handle) && handle.app === true);
}

/** The status of a form's own answer would hide that its target was not found. */
function statusOf({ staticHandlerContext: { errors } }: EntryContext, status: number): number {
  const [error] = Object.values(errors ?? {});
  if (error === undefined || status >= 500) return status;
  return isRouteErrorResponse(error) ? error.status : 500;
}

function toHtml(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collected = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => pipe(collected),
      onShellError: reject,
      onError: reject,
    });
  });
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const trouble = context.get(renderFailuresContext);
  trouble.failed = true;
  if (isUnavailable(error)) trouble.database = isSlow(error) ? "slow" : "away";
  const path = context.get(loggedPathContext)(new URL(request.url).pathname);
  context.get(logContext).error({ err: error, path }, "page failed");
}
