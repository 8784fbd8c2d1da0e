import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { listenForRequests } from "./listen.server.ts";

const host = "127.0.0.1";

test.skipIf(process.platform !== "linux")(
  "a turn of the event loop accepts several connections",
  async () => {
    const server = createServer();
    const { port, stopListening } = await listenForRequests(server, { host, port: 0 });
    let accepted = 0;
    server.on("connection", () => accepted++);
    const clients = Array.from({ length: 64 }, () => connect(port, host));
    await Promise.all(clients.map((client) => once(client, "connect")));

    let turns = 0;
    for (; accepted < clients.length; turns++) await nextTurn();
    // The kernel chooses the socket of each connection, so not every turn accepts from all.
    expect(turns).toBeLessThan(clients.length / 2);
    clients.forEach((client) => client.destroy());
    await stopListening();
  },
);

test("each socket answers requests, and none does after it stopped listening", async () => {
  const server = createServer((_, response) => response.end("whole"));
  const { port, stopListening } = await listenForRequests(server, { host, port: 0 });
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => fetch(`http://${host}:${port}`).then((answer) => answer.text())),
  );
  expect(new Set(answers)).toEqual(new Set(["whole"]));
  server.closeAllConnections();
  await stopListening();
  await expect(fetch(`http://${host}:${port}`)).rejects.toThrow("fetch failed");
});

test("a port that is in use is refused", async () => {
  const other = createServer().listen(0, host);
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  await expect(listenForRequests(createServer(), { host, port })).rejects.toThrow("EADDRINUSE");
});
