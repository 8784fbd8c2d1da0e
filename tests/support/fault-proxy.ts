import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** `up` goes to the server, `down` comes from it. */
type Direction = "up" | "down";

export type Faults = {
  /** Refuses new connections and resets the open ones. */
  down: boolean;
  /** Milliseconds of delay for each piece, in both directions. */
  latency: number;
  bytesPerSecond: number;
  /** The most bytes in one piece. */
  slices: number;
  /** Data sent this way vanishes without an error. */
  swallowed: Direction | "both" | null;
  /** Resets a connection after this many bytes in this direction, counted from the call of `set`. */
  resetAfter: { bytes: number; direction: Direction } | null;
  /** Milliseconds of delay before a connection closes. */
  slowClose: number;
};

const none: Faults = {
  ...{ down: false, latency: 0, bytesPerSecond: Infinity, slices: Infinity },
  ...{ swallowed: null, resetAfter: null, slowClose: 0 },
};

export type FaultProxy = {
  host: string;
  port: number;
  /** Applies to open and new connections. Without faults the network works again. */
  set(faults?: Partial<Faults>): Promise<void>;
  cut(): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A TCP proxy before a server, with the network faults that a test sets. */
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
  const port = await listensOn(server, 0);
  /** Present during an outage. */
  let holder: AsyncDisposable | undefined;
  async function goDown() {
    cut();
    if (!server.listening) return;
    await closed(server);
    holder = await holdPort(port);
  }
  async function comeUp() {
    await holder?.[Symbol.asyncDispose]();
    holder = undefined;
    if (!server.listening) await listensOn(server, port);
  }

  return {
    host: "127.0.0.1",
    port,
    async set(changed = {}) {
      faults = { ...none, ...changed };
      passed = new WeakMap();
      await (faults.down ? goDown() : comeUp());
    },
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      await holder?.[Symbol.asyncDispose]();
      if (server.listening) await closed(server);
    },
  };
}

/**
 * The clients know one port, so it stays reserved during an outage. The system gives away no port that a
 * connection is bound to, and refuses connections to it while no server listens.
 */
async function holdPort(port: number): Promise<AsyncDisposable> {
  const far = createServer((socket) => void socket.on("error", () => undefined).resume());
  const held = connect({
    ...{ host: "127.0.0.1", port: await listensOn(far, 0) },
    ...{ localAddress: "127.0.0.1", localPort: port },
  });
  await once(held, "connect");
  return {
    async [Symbol.asyncDispose]() {
      // Without a reset the system would keep the port for another minute.
      held.resetAndDestroy();
      await once(held, "close");
      await closed(far);
    },
  };
}

const closed = (server: Server) => new Promise((done) => server.close(done));

async function listensOn(server: Server, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server without a port");
  return address.port;
}
