import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { clientOf } from "./client.ts";

function requestWith(forwarded?: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.defineProperty(request.socket, "remoteAddress", { value: "192.0.2.1" });
  if (forwarded !== undefined) request.headers["x-forwarded-for"] = forwarded;
  return request;
}

test.each([
  ["203.0.113.5", "203.0.113.5"],
  ["198.51.100.1, 203.0.113.5", "203.0.113.5"],
  ["198.51.100.1,198.51.100.2 , 203.0.113.5 ", "203.0.113.5"],
  ["", "192.0.2.1"],
  [undefined, "192.0.2.1"],
])("behind a trusted proxy, %j leads to %s", (forwarded, client) => {
  expect(clientOf(requestWith(forwarded), true)).toBe(client);
});

test("without a trusted proxy, a client cannot choose its address", () => {
  for (const forwarded of ["203.0.113.5", "127.0.0.1", "", undefined])
    expect(clientOf(requestWith(forwarded), false)).toBe("192.0.2.1");
});
