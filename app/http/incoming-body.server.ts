import type { IncomingMessage } from "node:http";

/** Of what nobody wants to read, so much is let in and thrown away, so that its sender gets to hear the answer. */
const mostThrownAway = 32 * 1024 * 1024;

/** More than any form of ours brings, for whoever holds the whole of one. */
const mostLetIn = 24 * 1024 * 1024;

export type IncomingBody = { stream: ReadableStream<Uint8Array<ArrayBuffer>>; throwAwayRest(): void };

/** The body as it comes in, for whoever may send something large: only as fast as it is read. */
export function incomingBody(request: IncomingMessage): IncomingBody {
  let reader: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  let letIn = 0;
  let thrownAway = 0;

  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => void (reader = controller),
      pull: () => void request.resume(),
      cancel: throwAwayRest,
    },
    { highWaterMark: 0 },
  );
  request.on("data", (chunk: Buffer<ArrayBuffer>) => {
    if (reader) {
      letIn += chunk.length;
      if (letIn > mostLetIn) {
        reader.error(new Error("the body is too large"));
        return throwAwayRest();
      }
      request.pause();
      return reader.enqueue(chunk);
    }
    thrownAway += chunk.length;
    if (thrownAway > mostThrownAway) request.destroy();
  });
  request.on("end", () => reader?.close());
  request.on("error", (error) => reader?.error(error));
  request.pause();

  function throwAwayRest(): void {
    reader = undefined;
    request.resume();
  }
  return { stream, throwAwayRest };
}
