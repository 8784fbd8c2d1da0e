import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export type Pooler = {
  url: string;
  /** Swallows notifications, as a pooler in transaction mode does. All else passes. */
  isDeaf: boolean;
  /** Drops the startup parameter `options`, as PgBouncer does if it may ignore it. */
  dropsOptions: boolean;
  /** Refuses it, as PgBouncer does otherwise. */
  refusesOptions: boolean;
  connections: number;
  [Symbol.asyncDispose](): Promise<void>;
};

/** PostgreSQL's message type of a notification. */
const notification = "A".charCodeAt(0);

export async function openPooler(databaseUrl: string): Promise<Pooler> {
  const { hostname, port } = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    proxy.connections++;
    const database = connect({ host: hostname, port: Number(port) });
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on("error", () => undefined);
    }
    client.once("data", (startup: Buffer) => {
      if (proxy.refusesOptions) return void client.end(refusal());
      database.write(proxy.dropsOptions ? withoutOptions(startup) : startup);
      client.pipe(database);
    });
    database.on("end", () => client.end());
    let rest: Buffer = Buffer.alloc(0);
    database.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let length = lengthOf(rest); length !== null; length = lengthOf(rest)) {
        if (!proxy.isDeaf || rest[0] !== notification) client.write(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a proxy without a port");
  const url = new URL(databaseUrl);
  [url.hostname, url.port] = ["127.0.0.1", String(address.port)];
  const proxy: Pooler = {
    url: url.href,
    isDeaf: false,
    dropsOptions: false,
    refusesOptions: false,
    connections: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
  return proxy;
}

/** The startup message: its length, the protocol, and pairs of names and values that end with a zero byte. */
function withoutOptions(startup: Buffer): Buffer {
  const words = startup.toString("latin1", 8).split("\0").slice(0, -2);
  const at = words.findIndex((word, index) => index % 2 === 0 && word === "options");
  if (at !== -1) words.splice(at, 2);
  const body = Buffer.from(`${words.join("\0")}\0\0`, "latin1");
  const head = Buffer.from(startup.subarray(0, 8));
  head.writeUInt32BE(8 + body.length);
  return Buffer.concat([head, body]);
}

/** A type of one byte, and a length that counts itself. Null while the message is not complete. */
function lengthOf(bytes: Buffer): number | null {
  if (bytes.length < 5) return null;
  const length = 1 + bytes.readUInt32BE(1);
  return bytes.length < length ? null : length;
}

/** PostgreSQL's message of an error. */
function refusal(): Buffer {
  const fields = "SFATAL\0C08P01\0Munsupported startup parameter: options\0\0";
  const message = Buffer.alloc(5 + fields.length);
  message.write("E");
  message.writeInt32BE(4 + fields.length, 1);
  message.write(fields, 5);
  return message;
}
