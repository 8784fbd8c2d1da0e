import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#database/embedded/cluster.ts";
import { hasNginx, openNginx, type Proxy } from "./proxies.ts";

// Two nodes, of which one resets the connection of each POST, as a closing port does.

const closing = createServer((request, response) => {
  if (request.method === "POST") request.socket.resetAndDestroy();
  else response.writeHead(503).end();
}).listen(0, "127.0.0.1");
const ready = createServer((_, response) => response.end("taken")).listen(0, "127.0.0.1");
let proxy: Proxy | undefined;

beforeAll(async () => {
  if (!hasNginx()) return;
  proxy = await openNginx(await freePort(), [closing, ready].map(urlOf));
});
afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]();
  for (const server of [closing, ready]) server.close();
});

function urlOf(server: typeof closing): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a server without a port");
  return `http://127.0.0.1:${address.port}`;
}

/** Both nodes have a turn. */
async function statuses(path: string, init: RequestInit): Promise<number[]> {
  const send = async () => (await fetch(`${proxy?.url}${path}`, init)).status;
  return [await send(), await send()].toSorted();
}

const key = { "Idempotency-Key": "a-key" };

test.skipIf(!hasNginx()).each([
  ["a donation with a key", "/api/donations/mobile", key],
  ["the form of a donation", "/campaigns/conference-center/mobile", {}],
  ["the form of a donation in Kiswahili", "/sw/campaigns/conference-center/donate/k3", {}],
  ["a callback", "/api/callbacks/azampay/secret", {}],
])("%s is repeated on the other node", async (_, path, headers) => {
  expect(await statuses(path, { method: "POST", headers, body: "{}" })).toEqual([200, 200]);
});

test.skipIf(!hasNginx()).each([
  ["a donation without a key", "/api/donations/mobile", {}],
  ["what staff do", "/admin/campaigns/donate", key],
])("%s is not repeated", async (_, path, headers) => {
  expect(await statuses(path, { method: "POST", headers, body: "{}" })).toEqual([200, 502]);
});

test.skipIf(!hasNginx())("a page that one node refuses comes from the other", async () => {
  expect(await statuses("/", {})).toEqual([200, 200]);
});
