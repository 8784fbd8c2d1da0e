import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import type { Sandbox } from "#payments/gateway-sandbox/sandbox.ts";

type Serving = { at: string; close(): void };

/** The sandbox's payments are in one process, and every web process sends its requests there. */
export async function serveSandbox(sandbox: Sandbox, log: Logger): Promise<Serving> {
  const server = createServer((request, response) => {
    sandbox.handle(request, response).catch((error: unknown) => log.error({ err: error }, "sandbox failed"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    at: `http://127.0.0.1:${port}`,
    close() {
      sandbox.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
