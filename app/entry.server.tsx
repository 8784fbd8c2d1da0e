import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from "react-router";
import { isUnavailable } from "#database/database-errors.ts";
import { logContext, loggedPathContext, nonceContext, troubleContext } from "./http/context.server.ts";

/** Whole pages, not streams: what is finished can be hashed, kept and compressed. */
export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const nonce = context.get(nonceContext);
  const html = await toHtml(<ServerRouter context={entry} url={request.url} nonce={nonce} />);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(html, { status: statusOf(entry, status), headers });
}

/** A form's own answer would hide that what it was sent to is not there. */
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
  const trouble = context.get(troubleContext);
  trouble.failed = true;
  if (isUnavailable(error)) trouble.databaseAway = true;
  const path = context.get(loggedPathContext)(new URL(request.url).pathname);
  context.get(logContext).error({ err: error, path }, "page failed");
}
