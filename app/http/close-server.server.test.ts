import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { closesServer } from "./close-server.server.ts";

const never = 2 ** 30;

async function listening(answer: RequestListener, limits: Parameters<typeof closesServer>[1]) {
  const server = createServer(answer);
  const close = closesServer(server, limits);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { server, port, close: () => close(async () => undefined) };
}

async function connected({ server, port }: Awaited<ReturnType<typeof listening>>) {
  const accepted = once(server, "connection");
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.on("error", () => undefined);
  await accepted;
  return { socket, closed: closed.then(() => received) };
}

test("a connection without a request does not keep a closing server open", async () => {
  const site = await listening(() => undefined, { silent: 1, running: never });
  const quiet = await connected(site);
  const slow = await connected(site);
  slow.socket.write("GET / HTTP/1.1\r\nHost: fund");
  await site.close();
  expect(await Promise.all([quiet.closed, slow.closed])).toEqual(["", ""]);
});

test("a closing server finishes a running response", async () => {
  const started = Promise.withResolvers<() => void>();
  const site = await listening((_, response) => started.resolve(() => response.end("whole")), {
    silent: 1,
    running: never,
  });
  const { socket, closed } = await connected(site);
  socket.write("GET / HTTP/1.1\r\nHost: fund\r\n\r\n");
  const finish = await started.promise;
  const quiet = await connected(site);
  const closing = site.close();
  await quiet.closed;
  finish();
  await closing;
  expect(await closed).toContain("whole");
});

test("a body that never ends does not keep a closing server open", async () => {
  const started = Promise.withResolvers<void>();
  const site = await listening(() => started.resolve(), { silent: 1, running: 1 });
  const { socket, closed } = await connected(site);
  socket.write("POST / HTTP/1.1\r\nHost: fund\r\nContent-Length: 100\r\n\r\nhalf");
  await started.promise;
  await site.close();
  expect(await closed).toBe("");
});
