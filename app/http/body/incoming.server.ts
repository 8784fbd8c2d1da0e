import type { IncomingMessage, ServerResponse } from "node:http";

/** So much of an unwanted body is read and thrown away, so that its sender can read the answer. */
const mostThrownAway = 32 * 1024 * 1024;
const throwsAwayFor = 30_000;

/** More than any form of ours brings, for requests whose whole body is held. */
const mostLetIn = 24 * 1024 * 1024;

export type IncomingBody = { stream: ReadableStream<Uint8Array<ArrayBuffer>>; throwAwayRest(): void };

/** The body as it comes in, for requests that may bring something large: only as fast as it is read. */
export function incomingBody(request: IncomingMessage, response: ServerResponse): IncomingBody {
  let reader: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  let letIn = 0;

  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => void (reader = controller),
      pull: () => void request.resume(),
      cancel: throwAwayRest,
    },
    { highWaterMark: 0 },
  );
  request.on("data", (chunk: Buffer<ArrayBuffer>) => {
    if (!reader) return;
    letIn += chunk.length;
    if (letIn > mostLetIn) {
      reader.error(new Error("the body is too large"));
      return throwAwayRest();
    }
    request.pause();
    reader.enqueue(chunk);
  });
  request.on("end", () => reader?.close());
  request.on("error", (error) => reader?.error(error));
  continueSending(request, response);
  request.pause();

  function throwAwayRest(): void {
    if (!reader) return;
    reader = undefined;
    throwAway(request, () => undefined);
  }
  return { stream, throwAwayRest };
}

/** The whole body, unless it is longer than the limit. A length that is announced too large is not waited for. */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Buffer<ArrayBuffer> | "too-large" | "broken-off"> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return "too-large";
  continueSending(request, response);
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

/** Reads on without keeping anything, up to a bound; a sender beyond it is cut off. */
export function throwAway(request: IncomingMessage, ended: () => void): void {
  let thrownAway = 0;
  const cutOff = setTimeout(() => request.destroy(), throwsAwayFor);
  cutOff.unref();
  request.on("data", (chunk: Buffer) => {
    thrownAway += chunk.length;
    if (thrownAway > mostThrownAway) request.destroy();
  });
  request.once("close", () => clearTimeout(cutOff));
  request.once("end", () => {
    clearTimeout(cutOff);
    ended();
  });
  request.resume();
}

/** A sender that asked first is told to send only when its request has passed all checks. */
function continueSending(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect !== undefined) response.writeContinue();
}
