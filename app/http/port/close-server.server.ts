import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

/** In milliseconds, from the moment when the server stops accepting connections. */
const usualLimits = { idle: 0, silent: 2_000, running: 60_000 };

/**
 * A proxy reuses idle connections, and only the proxy closes them without losing a request. deploy/nginx.conf and
 * deploy/Caddyfile close them earlier.
 */
export const limitsBehindProxy = { ...usualLimits, idle: 7_000, silent: 7_000 };

type Closing = {
  /** Resolves after the last connection ended. */
  stopListening(): Promise<void>;
  endWork(): Promise<void>;
};

type CloseServer = (closing: Closing) => Promise<void>;

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

  return async ({ stopListening, endWork }) => {
    await acceptWaiting(server);
    const closed = stopListening();
    const began = performance.now();
    // A connection that was just busy would otherwise stay open for its next request.
    const idling = setInterval(() => {
      if (performance.now() - began >= limits.idle) server.closeIdleConnections();
    }, 300);
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

/** In milliseconds. */
const shortTurn = 1;
const longestWait = 10_000;
/** On a busy machine no turn may be so short. A longer one is better than to close at the end of the wait, in a bad moment. */
const longerBy = 0.01;

/**
 * A closing port resets the connections that the system accepted and Node has not, and a donation in one of them fails.
 * After a short turn of the event loop without a new connection, none waits.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const start = performance.now();
  let accepted = 0;
  const count = () => void (accepted += 1);
  server.on("connection", count);
  for (let isQuiet = false; !isQuiet && performance.now() - start < longestWait;) {
    const [before, began] = [accepted, performance.now()];
    await nextTurn();
    isQuiet = accepted === before && performance.now() - began < shortTurn + (began - start) * longerBy;
  }
  server.off("connection", count);
}
