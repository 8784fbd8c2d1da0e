import type { ServerResponse } from "node:http";
import type { News } from "./news.ts";
import { subjectsOf, type Subscription } from "./subscription.ts";

/** With more streams than this, a page polls instead. */
const mostStreams = 1_000;
/** Visitors behind one address share these. With more, a page polls, too. */
const mostStreamsPerClient = 20;
const heartbeatInterval = 20_000;
/** A client that stopped reading is disconnected at this many unread bytes. */
const mostUnread = 64 * 1024;

type Stream = Subscription & {
  client: string;
  response: ServerResponse;
  /** Updates wait here until the first state is written. */
  held: News[] | null;
};

export type Streams = ReturnType<typeof openStreams>;

export function openStreams() {
  const streams = new Set<Stream>();
  const heart = setInterval(() => {
    for (const { response, held } of streams) if (held === null) response.write(":\n\n");
  }, heartbeatInterval);
  heart.unref();

  return {
    /** Limits are per node, so a visitor who reaches another node gets its limit. */
    limitFor(client: string): "all" | "client" | null {
      if (streams.size >= mostStreams) return "all";
      const own = [...streams].filter((stream) => stream.client === client).length;
      return own >= mostStreamsPerClient ? "client" : null;
    },

    add(stream: Subscription & { client: string; response: ServerResponse }): Stream {
      const added = { ...stream, held: [] };
      streams.add(added);
      stream.response.on("close", () => streams.delete(added));
      return added;
    },

    remove: (stream: Stream) => void streams.delete(stream),

    start(stream: Stream, news: News[], headers: string[]): void {
      stream.response.writeHead(200, headers);
      stream.response.write("retry: 3000\n\n");
      for (const each of [...news, ...(stream.held ?? [])]) write(stream, each);
      stream.held = null;
    },

    send(news: News): void {
      for (const stream of streams) {
        if (!subjectsOf(stream).includes(news.about)) continue;
        if (stream.held === null) write(stream, news);
        else stream.held.push(news);
      }
    },

    subscriptions: (): Subscription[] => [...streams],
    size: () => streams.size,

    close(): void {
      clearInterval(heart);
      for (const { response } of streams) response.end();
    },
  };
}

function write({ response, language }: Stream, { name, tell }: News): void {
  response.write(`event: ${name}\ndata: ${JSON.stringify(tell(language))}\n\n`);
  if (response.writableLength > mostUnread) response.destroy();
}
