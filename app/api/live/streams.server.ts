import type { ServerResponse } from "node:http";
import type { LiveMessage } from "./messages.ts";
import { subjectsOf, type Subscription } from "./subscription.ts";

/** With more streams than this in one process, a page polls instead. */
const mostStreams = 1_000;
const heartbeatInterval = 20_000;
/** A client that stopped reading is disconnected at this many unread bytes. */
const mostUnread = 64 * 1024;

type Stream = Subscription & {
  response: ServerResponse;
  /** Updates wait here until the first state is written. */
  held: LiveMessage[] | null;
};

export type Streams = ReturnType<typeof openStreams>;

export function openStreams() {
  const streams = new Set<Stream>();
  let closed = false;
  const heart = setInterval(() => {
    for (const { response, held } of streams) if (held === null) response.write(":\n\n");
  }, heartbeatInterval);
  heart.unref();

  return {
    isFull: () => streams.size >= mostStreams,

    add(stream: Subscription & { response: ServerResponse }): Stream {
      const added = { ...stream, held: [] };
      streams.add(added);
      stream.response.on("close", () => streams.delete(added));
      return added;
    },

    remove: (stream: Stream) => void streams.delete(stream),

    start(stream: Stream, messages: LiveMessage[], headers: string[]): void {
      stream.response.writeHead(200, headers);
      stream.response.write("retry: 3000\n\n");
      for (const each of [...messages, ...(stream.held ?? [])]) write(stream, each);
      stream.held = null;
      if (closed) stream.response.end();
    },

    send(message: LiveMessage): void {
      for (const stream of streams) {
        if (!subjectsOf(stream).includes(message.about)) continue;
        if (stream.held === null) write(stream, message);
        else stream.held.push(message);
      }
    },

    subscriptions: (): Subscription[] => [...streams],
    size: () => streams.size,

    close(): void {
      closed = true;
      clearInterval(heart);
      // The others are about to get their first state, or a refusal.
      for (const { response, held } of streams) if (held === null) response.end();
    },
  };
}

function write({ response, language }: Stream, { name, textIn }: LiveMessage): void {
  response.write(`event: ${name}\ndata: ${JSON.stringify(textIn(language))}\n\n`);
  if (response.writableLength > mostUnread) response.destroy();
}
