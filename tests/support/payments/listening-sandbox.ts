import { createServer, type Server } from "node:http";
import { openSandbox } from "#payments/gateway-sandbox/sandbox.ts";
import { memoryStore, type Store } from "#payments/gateway-sandbox/store.ts";
import { newPrivateKey, type SandboxCredentials } from "#payments/gateway-sandbox/context.ts";

export const credentials: SandboxCredentials = {
  azampay: {
    appName: "University Community Fund",
    clientId: "client-1",
    clientSecret: "hidden",
    callbackLogin: { user: "fund", password: "let me in" },
  },
  selcom: { vendor: "TILL60000001", apiKey: "TESTKEY-0001", apiSecret: "TESTSECRET-0001" },
};

type Received = { path: string; headers: Record<string, string | undefined>; body: string };

/** A sandbox on a free port, with a merchant that accepts all posts. */
export async function listeningSandbox(
  options: { magic?: boolean; store?: Store; onReceived?: () => void } = {},
) {
  const received: Received[] = [];
  const merchant = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ path: request.url ?? "", headers, body: Buffer.concat(chunks).toString("utf8") });
    options.onReceived?.();
    response.end();
  });
  const merchantUrl = await listen(merchant);
  const server = createServer((request, response) => void sandbox.handle(request, response));
  const baseUrl = `${await listen(server)}/sandbox`;
  const sandbox = openSandbox({
    store: options.store ?? memoryStore([withKey()]),
    baseUrl,
    callbackUrls: { azampay: `${merchantUrl}/azampay` },
    credentials,
    magic: options.magic ?? false,
    clock: () => new Date(),
  });

  async function administer(path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${baseUrl}/_admin/${path}`, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  }

  return {
    baseUrl,
    merchantUrl,
    received,
    administer,
    advance: (seconds: number) => administer("clock", { advanceSeconds: seconds }),
    /** Posts a form as a browser without script does. Redirects are not followed. */
    submit: (path: string, fields: Record<string, string>) =>
      fetch(`${baseUrl}${path}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }),
    async [Symbol.asyncDispose]() {
      sandbox.close();
      for (const open of [server, merchant]) {
        open.closeAllConnections();
        await new Promise((closed) => open.close(closed));
      }
    },
  };
}

export type ListeningSandbox = Awaited<ReturnType<typeof listeningSandbox>>;

/** Shared, because creating a key takes longer than a test. */
let privateKey: string | null = null;
export function withKey() {
  privateKey ??= newPrivateKey();
  return { kind: "meta", id: "0", json: JSON.stringify({ privateKey }) };
}

/** Listens on a free port and returns the URL. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}
