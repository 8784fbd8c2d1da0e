import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** Harmless text. The pretended scanner reports it. */
export const sampleMalware = Buffer.from("pretended malware of the tests");

/** Speaks the INSTREAM command of clamd, or gives a fixed answer to each file. */
export async function listenAsClamd(fixed?: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const file = fileIn(received);
      if (file === null) return;
      socket.end(
        fixed ?? (file.includes(sampleMalware) ? "stream: Pretended.Sample FOUND\0" : "stream: OK\0"),
      );
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: { host: "127.0.0.1", port },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The complete file, or null while parts are missing. */
function fileIn(received: Buffer): Buffer | null {
  const command = "zINSTREAM\0";
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0)
      return received.toString("latin1", 0, command.length) === command ? Buffer.concat(parts) : null;
    if (at + 4 + length > received.length) return null;
    parts.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
