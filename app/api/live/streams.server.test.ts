import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { LiveMessage } from "./messages.ts";
import type { Subscription } from "./subscription.ts";
import { openStreams } from "./streams.server.ts";

const totals: Subscription = { campaigns: [], totals: true, orderId: null, language: "en" };

async function openStream() {
  const server = createServer();
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const asked = once(server, "request");
  const answer = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [, response] = (await asked) as [unknown, ServerResponse];
  return { response, text: () => answer.then((received) => received.text()) };
}

const figures = { id: "totals", values: { raised: 1 }, shown: {} };
const total: LiveMessage = { name: "totals", about: "totals", textIn: () => figures };

test("a stream closed before its first state still gets it and ends", async () => {
  const streams = openStreams();
  const { response, text } = await openStream();
  const stream = streams.add({ ...totals, response });
  streams.close();
  streams.start(stream, [total], []);
  expect(await text()).toContain(JSON.stringify(figures));
});

test("a started stream ends when the streams close", async () => {
  const streams = openStreams();
  const { response, text } = await openStream();
  streams.start(streams.add({ ...totals, response }), [], []);
  streams.close();
  expect(await text()).toBe("retry: 3000\n\n");
});
