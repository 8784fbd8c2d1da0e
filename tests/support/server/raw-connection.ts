import { connect } from "node:net";

/** Sends raw bytes and collects the answer until a test reads it. */
export function rawConnection(site: string) {
  const { hostname, port, host } = new URL(site);
  const socket = connect(Number(port), hostname);
  const waiting = new Set<() => void>();
  const wakeAll = () => waiting.forEach((look) => look());
  let received = "";
  let closed = false;
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
    wakeAll();
  });
  // The server can reset the connection after it has answered.
  socket.on("error", () => undefined);
  socket.on("close", () => {
    closed = true;
    wakeAll();
  });

  async function until(met: () => boolean): Promise<void> {
    while (!met()) {
      if (closed) throw new Error(`the connection ended too early, after: ${received}`);
      await new Promise<void>((look) => waiting.add(look));
    }
  }

  return {
    host,
    send: (text: string | Buffer) => void socket.write(text),
    /** The data received so far, once it fits the pattern. */
    async hears(pattern: RegExp): Promise<string> {
      await until(() => pattern.test(received));
      return received;
    },
    async closes(): Promise<string> {
      while (!closed) await new Promise<void>((look) => waiting.add(look));
      return received;
    },
    received: () => received,
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
