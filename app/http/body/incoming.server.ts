import type { IncomingMessage, ServerResponse } from "node:http";
import { data } from "react-router";

/**
 * Reads and discards up to this many bytes of an unwanted body, so that the client can still receive the response.
 */
const mostDiscarded = 32 * 1024 * 1024;
const discardsFor = 30_000;

/** More than any of our forms sends, for requests whose whole body is held in memory. */
const mostLetIn = 24 * 1024 * 1024;

export function bringsBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

export type IncomingBody = { stream: ReadableStream<Uint8Array<ArrayBuffer>>; discardRest(): void };

/** Streams the body of a request that may be large, only as fast as it is read. */
export function incomingBody(request: IncomingMessage, response: ServerResponse): IncomingBody {
  if (!bringsBody(request))
    return { stream: new ReadableStream({ start: (own) => own.close() }), discardRest() {} };
  let reader: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  let letIn = 0;

  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => void (reader = controller),
      pull: () => void request.resume(),
      cancel: discardRest,
    },
    { highWaterMark: 0 },
  );
  request.on("data", (chunk: Buffer<ArrayBuffer>) => {
    if (!reader) return;
    letIn += chunk.length;
    if (letIn > mostLetIn) {
      // A thrown response: the code that reads the form does not catch it, so it becomes the answer.
      reader.error(data(null, { status: 413 }));
      return discardRest();
    }
    request.pause();
    reader.enqueue(chunk);
  });
  request.on("end", () => reader?.close());
  request.on("error", (error) => reader?.error(error));
  continueSending(request, response);
  request.pause();

  function discardRest(): void {
    if (!reader) return;
    reader = undefined;
    discardBody(request, () => undefined);
  }
  return { stream, discardRest };
}

/** The whole body, unless it exceeds the limit. A Content-Length above the limit is refused without reading. */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Buffer<ArrayBuffer> | "too-large" | "broken-off"> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return "too-large";
  continueSending(request, response);
  // Such a request emits no end.
  if (!bringsBody(request)) return Buffer.alloc(0);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      request.off("data", take);
      request.pause();
      resolve("too-large");
    };
    request.on("data", take);
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", () => resolve("broken-off"));
    request.once("close", () => resolve("broken-off"));
  });
}

/** Discards up to a limit, then disconnects the client. */
export function discardBody(request: IncomingMessage, ended: () => void): void {
  let discarded = 0;
  const cutOff = setTimeout(() => request.destroy(), discardsFor);
  cutOff.unref();
  request.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > mostDiscarded) request.destroy();
  });
  request.once("close", () => clearTimeout(cutOff));
  request.once("end", () => {
    clearTimeout(cutOff);
    ended();
  });
  request.resume();
}

/** A client that sent `Expect: 100-continue` sends its body only after its request has passed all checks. */
function continueSending(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect !== undefined) response.writeContinue();
}
