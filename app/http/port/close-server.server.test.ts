import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { closesServer } from "./close-server.server.ts";
import { listenForRequests } from "./listen.server.ts";

const never = 2 ** 30;
const soon = { idle: 0, silent: 1, running: never };

async function listening(answer: RequestListener, limits: Parameters<typeof closesServer>[1]) {
  const server = createServer(answer);
  const close = closesServer(server, limits);
  const { port, stopListening } = await listenForRequests(server, { host: "127.0.0.1", port: 0 });
  return { server, port, close: () => close({ stopListening, endWork: async () => undefined }) };
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
  const site = await listening(() => undefined, soon);
  const quiet = await connected(site);
  const slow = await connected(site);
  slow.socket.write("GET / HTTP/1.1\r\nHost: fund");
  await site.close();
  expect(await Promise.all([quiet.closed, slow.closed])).toEqual(["", ""]);
});

test("a closing server finishes a running response", async () => {
  const started = Promise.withResolvers<() => void>();
  const site = await listening((_, response) => started.resolve(() => response.end("whole")), soon);
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
  const site = await listening(() => started.resolve(), { ...soon, running: 1 });
  const { socket, closed } = await connected(site);
  socket.write("POST / HTTP/1.1\r\nHost: fund\r\nContent-Length: 100\r\n\r\nhalf");
  await started.promise;
  await site.close();
  expect(await closed).toBe("");
});

const donation = (end: string) => `POST / HTTP/1.1\r\nHost: fund\r\nContent-Length: 0\r\n${end}\r\n`;

test("a closing server answers a connection that it has not accepted yet", async () => {
  const site = await listening((_, response) => response.end("whole"), { ...soon, silent: never });
  const socket = connect(site.port, "127.0.0.1");
  socket.write(donation("Connection: close\r\n"));
  // The system connects at the next tick, and the server hears of it in the next turn.
  process.nextTick(() => void site.close());
  expect((await buffer(socket)).toString()).toContain("whole");
});

test("behind a proxy, a closing server takes a request on an idle connection", async () => {
  const idling = vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const site = await listening((_, response) => response.end("whole"), { ...soon, idle: never });
  const { socket, closed } = await connected(site);
  socket.write(donation(""));
  await once(socket, "data");
  const closing = site.close();
  await expect.poll(() => site.server.listening).toBe(false);
  idling.advanceTimersByTime(1_000);
  socket.write(donation("Connection: close\r\n"));
  await closing;
  expect((await closed).split("whole")).toHaveLength(3);
});

test("a process that has no short turn closes its port before the longest wait", async () => {
  const site = await listening(() => undefined, soon);
  let isBusy = true;
  const work = () => {
    const until = performance.now() + 3;
    while (performance.now() < until);
    if (isBusy) setImmediate(work);
  };
  work();
  // The longest wait is 10 seconds.
  const rest = setTimeout(() => (isBusy = false), 9_000);
  await site.close();
  clearTimeout(rest);
  expect(isBusy).toBe(true);
  isBusy = false;
});
