import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { openUnderWay } from "./under-way.server.ts";

const response = () => new ServerResponse(new IncomingMessage(new Socket()));

test("what is under way counts until its response closes", () => {
  const underWay = openUnderWay(100);
  const [first, second] = [response(), response()];
  underWay.hold("a", first, 40);
  underWay.hold("b", second, 60);
  expect([underWay.bytes(), underWay.hasRoom("c")]).toEqual([100, false]);
  first.emit("close");
  expect([underWay.bytes(), underWay.hasRoom("c")]).toEqual([60, true]);
  second.emit("close");
  expect(underWay.bytes()).toBe(0);
});

test("a client leaves as much to others as it has", () => {
  const underWay = openUnderWay(100);
  underWay.hold("a", response(), 49);
  expect(underWay.hasRoom("a")).toBe(true);
  underWay.hold("a", response(), 2);
  expect([underWay.hasRoom("a"), underWay.hasRoom("b")]).toEqual([false, true]);
});

test("a picture whose visitor left while it was read is not under way", async () => {
  const underWay = openUnderWay(100);
  const read = Promise.withResolvers<number>();
  const server = createServer((_, left) => {
    left.once("close", () => {
      underWay.hold("a", left, 50);
      read.resolve(underWay.bytes());
    });
    left.destroy();
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
  expect(await read.promise).toBe(0);
  server.close();
});
