import type { Server } from "node:http";
import type { Socket } from "node:net";

/** In milliseconds, as the limit of nginx. */
const longestSilence = 60_000;

/**
 * Ends a connection whose receiver takes nothing of its answer. Node has no limit for this, and the answer would stay
 * in memory. The `timeout` of a server would cost 3% of a cached page, and end connections while the site is slow.
 */
export function endsUnreadAnswers(server: Server, silence = longestSilence): void {
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const timer = setInterval(() => {
    for (const socket of open) if (isUnread(socket)) socket.setTimeout(silence);
  }, silence / 2).unref();
  server.once("close", () => clearInterval(timer));

  /** Node destroys a socket after its time without progress. The next request on it has no such time again. */
  function isUnread({ writableLength, timeout }: Socket): boolean {
    return writableLength > 0 && timeout !== silence;
  }
}
