import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { endsUnreadAnswers } from "./end-unread-answers.server.ts";
import { listenForRequests } from "./listen.server.ts";

/** A busy machine is silent for longer, so receivers that get all have more. */
const short = 50;
const long = 2_000;

async function listening(answer: RequestListener, silence = short) {
  const server = createServer({ keepAliveTimeout: 100 }, answer);
  endsUnreadAnswers(server, silence);
  const { port, stopListening } = await listenForRequests(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    server.closeAllConnections();
    await stopListening();
  });
  const ask = (): Socket => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHost: fund\r\n\r\n");
    return socket;
  };
  return ask;
}

/** More than the system holds for a receiver. */
const large = Buffer.alloc(48 * 1024 * 1024);

test("the connection of a receiver that takes nothing ends, and its answer with it", async () => {
  const answered = Promise.withResolvers<ServerResponse>();
  const ask = await listening((_, response) => answered.resolve(response.end(large)));
  const socket = ask().pause();
  const response = await answered.promise;
  await once(response, "close");
  expect(response.writableFinished).toBe(false);
  socket.destroy();
});

test("a receiver that goes on in time gets all", async () => {
  const answered = Promise.withResolvers<ServerResponse>();
  const ask = await listening((_, response) => {
    answered.resolve(response.setHeader("Connection", "close").end(large));
  }, long);
  const socket = ask().pause();
  const { socket: ours } = await answered.promise;
  await expect.poll(() => ours?.timeout).toBe(long);
  expect((await buffer(socket)).length).toBeGreaterThan(large.length);
});

test("a visitor for whom the site is slow gets the answer", async () => {
  const ask = await listening(async (_, response) => {
    response.setHeader("Connection", "close").write("soon, ");
    await wait(4 * short);
    response.end("and late");
  });
  expect((await buffer(ask())).toString()).toContain("and late");
});

test("an idle connection ends as before", async () => {
  const ask = await listening((_, response) => response.end("soon"));
  const socket = ask();
  expect((await buffer(socket)).toString()).toContain("soon");
});
