import type { Server } from "node:http";
import { createServer, Server as NetServer, type AddressInfo } from "node:net";

/**
 * Node accepts one connection of each listening socket in a turn of its event loop. A turn that renders a page takes
 * long, so with one socket a crowd would wait for seconds, also those who only need a refusal.
 */
const sockets = process.platform === "linux" ? 16 : 1;

export type Listening = {
  port: number;
  /** Accepts no new connections, and resolves after the last one ended. */
  stopListening(): Promise<void>;
};

type Place = { host: string | undefined; port: number };

/**
 * Several sockets share the port, also those of several web processes, and the kernel gives each its own connections.
 * Otherwise the supervisor passes them on, and those on the way to a process that dies stay open without an answer.
 * Only Linux can share a port in this way.
 */
export async function listenForRequests(server: Server, { host, port: wanted }: Place): Promise<Listening> {
  const reusePort = sockets > 1;
  await listen(server, { host, port: wanted, reusePort });
  const { port } = server.address() as AddressInfo;
  const others = Array.from({ length: sockets - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket)),
  );
  await Promise.all(others.map((other) => listen(other, { host, port, reusePort })));
  return {
    port,
    // The close() of an HTTP server also closes idle connections.
    stopListening: async () => void (await Promise.all([server, ...others].map(closeOne))),
  };
}

const closeOne = (server: NetServer) =>
  new Promise((resolve) => NetServer.prototype.close.call(server, resolve));

function listen(server: NetServer, options: Place & { reusePort: boolean }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
