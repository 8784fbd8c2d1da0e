import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** In milliseconds, from the moment when the server stops accepting connections. */
const usualLimits = { silent: 2_000, running: 60_000 };

type CloseServer = (endWork: () => Promise<void>) => Promise<void>;

/**
 * The returned function accepts no new connections, finishes the work, and waits for running responses. After close(),
 * Node no longer enforces its time limits. Without ours, a browser that connected ahead of a click, or a body that never
 * ends, would keep the process running.
 */
export function closesServer(server: Server, limits = usualLimits): CloseServer {
  const silent = new Set<Socket>();
  const began = ({ socket }: IncomingMessage) => void silent.delete(socket);
  server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  for (const event of ["request", "checkContinue", "checkExpectation"] as const) server.on(event, began);

  return async (endWork) => {
    const closed = new Promise((resolve) => server.close(resolve));
    // A connection that was just busy would otherwise stay open for its next request.
    const idling = setInterval(() => server.closeIdleConnections(), 300);
    const waits = [
      setTimeout(() => silent.forEach((socket) => socket.destroy()), limits.silent),
      setTimeout(() => server.closeAllConnections(), limits.running),
    ];
    await endWork();
    await closed;
    clearInterval(idling);
    waits.forEach((wait) => clearTimeout(wait));
  };
}
