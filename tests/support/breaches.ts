import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type Fixed = { status?: number; body?: string };
type Asked = { path: string | undefined; padding: IncomingMessage["headers"][string] };

/** Speaks the contract of the range service for these passwords, or gives a fixed answer. */
export async function listenAsBreaches(passwords: readonly string[], fixed: Fixed = {}) {
  const hashes = passwords.map((each) => createHash("sha1").update(each).digest("hex").toUpperCase());
  const requests: Asked[] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url, padding: request.headers["add-padding"] });
    const digits = request.url?.split("/").at(-1) ?? "";
    const found = hashes.filter((hash) => hash.startsWith(digits)).map((hash) => `${hash.slice(5)}:7`);
    const padding = `${"0".repeat(34)}1:0`;
    response
      .writeHead(fixed.status ?? 200, { "content-type": "text/plain" })
      .end(fixed.body ?? [...found, padding].join("\r\n"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/range`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
