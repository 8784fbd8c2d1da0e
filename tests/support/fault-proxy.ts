import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { randomInt } from "node:crypto";

/** `up` goes to the server, `down` comes from it. */
type Direction = "up" | "down";

export type Faults = {
  /** Nobody listens any more, and who was connected is cut off. */
  down: boolean;
  /** Milliseconds before each piece goes on, either way. */
  latency: number;
  bytesPerSecond: number;
  /** Pieces of so many bytes instead of what came together. */
  slices: number;
  /** Data sent this way vanishes without an error. */
  swallowed: Direction | "both" | null;
  /** The connection is reset once so many bytes of a connection, from now on, have gone this way. */
  resetAfter: { bytes: number; direction: Direction } | null;
  /** Milliseconds by which the end of a connection comes late. */
  slowClose: number;
};

const none: Faults = {
  ...{ down: false, latency: 0, bytesPerSecond: Infinity, slices: Infinity },
  ...{ swallowed: null, resetAfter: null, slowClose: 0 },
};

export type FaultProxy = {
  host: string;
  port: number;
  /** From now on, for connections that are open as for new ones; without a word all is well again. */
  set(faults?: Partial<Faults>): Promise<void>;
  cut(): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Stands between us and a server, and lets the network go wrong as a test says. */
export async function openFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  let faults = none;
  let passed = new WeakMap<Socket, number>();
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const far = connect({ ...target, allowHalfOpen: true });
    for (const socket of [client, far]) {
      open.add(socket.setNoDelay());
      socket.once("close", () => open.delete(socket));
      socket.on("error", () => undefined);
    }
    void carry("up", client, far);
    void carry("down", far, client);
  });

  async function carry(direction: Direction, from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from) {
        if (chunk instanceof Uint8Array)
          for (const piece of sliced(chunk)) await pass(direction, piece, from, to);
      }
      if (isSwallowed(direction)) return;
      await wait(faults.slowClose);
      to.end();
    } catch {
      if (!isSwallowed(direction)) to.resetAndDestroy();
    }
  }

  async function pass(direction: Direction, piece: Uint8Array, from: Socket, to: Socket): Promise<void> {
    if (faults.latency > 0) await wait(faults.latency);
    if (faults.bytesPerSecond < Infinity) await wait((piece.length / faults.bytesPerSecond) * 1_000);
    if (isSwallowed(direction)) return;
    const before = passed.get(from) ?? 0;
    passed.set(from, before + piece.length);
    const { resetAfter } = faults;
    const allowed = resetAfter?.direction === direction ? Math.max(0, resetAfter.bytes - before) : Infinity;
    if (!to.write(piece.subarray(0, allowed))) await once(to, "drain");
    if (piece.length < allowed) return;
    // The written data must be on its way before the reset overtakes it.
    await new Promise((written) => to.write("", written));
    from.resetAndDestroy();
    to.resetAndDestroy();
  }

  function* sliced(chunk: Uint8Array) {
    const length = Math.min(faults.slices, chunk.length);
    for (let at = 0; at < chunk.length; at += length) yield chunk.subarray(at, at + length);
  }

  const isSwallowed = (direction: Direction) => faults.swallowed === direction || faults.swallowed === "both";
  const cut = () => open.forEach((socket) => socket.resetAndDestroy());
  // The clients know one port, so it is the same after an outage. Others may hold it for a moment.
  const listen = async () => {
    while (!(await listensOn(server, port))) await wait(20);
  };
  let port = anyPort();
  while (!(await listensOn(server, port))) port = anyPort();

  return {
    host: "127.0.0.1",
    port,
    async set(changed = {}) {
      faults = { ...none, ...changed };
      passed = new WeakMap();
      if (faults.down) cut();
      if (faults.down && server.listening) await new Promise((closed) => server.close(closed));
      if (!faults.down && !server.listening) await listen();
    },
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      if (server.listening) await new Promise((closed) => server.close(closed));
    },
  };
}

/** Ports above 32767 are given to outgoing connections too. */
const anyPort = () => randomInt(15_000, 32_000);

function listensOn(server: Server, port: number): Promise<boolean> {
  return new Promise((settle, fail) => {
    const refused = (error: NodeJS.ErrnoException) => {
      server.off("listening", listening);
      if (error.code === "EADDRINUSE") settle(false);
      else fail(error);
    };
    const listening = () => {
      server.off("error", refused);
      settle(true);
    };
    server.once("error", refused).once("listening", listening).listen(port, "127.0.0.1");
  });
}
