import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { untrustedCertificate } from "#tests/support/payments/untrusted-certificate.ts";
import { openOutside, readJson } from "./http.ts";

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((closed) => server.close(closed));
});

async function listen(server: Server): Promise<string> {
  open.push(server);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${(address satisfies AddressInfo).port}`;
}
const answering = (listener: RequestListener) => listen(createHttpServer(listener));
const speaking = (listener: (socket: Socket) => void) =>
  listen(
    createServer((socket) => void socket.on("error", () => undefined).once("data", () => listener(socket))),
  );

const quick = { milliseconds: 150, slowMilliseconds: 600_000, answerBytes: 1_000, listBytes: 5_000 };

test("an answer is returned complete, with any status", async () => {
  const origin = await answering((request, response) => {
    response
      .writeHead(502, { "content-type": "text/html" })
      .end(`${request.method} ${request.headers["x-a"]}`);
  });
  const sent = await openOutside([origin]).send({
    method: "GET",
    url: `${origin}/a`,
    headers: { "x-a": "b" },
  });
  expect(sent).toEqual({ kind: "answered", status: 502, contentType: "text/html", body: "GET b" });
});

test("a host outside the list is not called", async () => {
  let calls = 0;
  const origin = await answering((_, response) => void response.end(String(++calls)));
  const outside = openOutside(["https://checkout.azampay.co.tz"]);
  await expect(outside.send({ method: "GET", url: origin })).rejects.toThrow("not an allowed host");
  await expect(
    outside.send({ method: "GET", url: "https://checkout.azampay.co.tz.evil.example/" }),
  ).rejects.toThrow("not an allowed host");
  await expect(outside.send({ method: "GET", url: "http://checkout.azampay.co.tz/" })).rejects.toThrow();
  expect(calls).toBe(0);
});

test("a redirect is returned and not followed", async () => {
  const visited: (string | undefined)[] = [];
  const origin = await answering((request, response) => {
    visited.push(request.url);
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  const sent = await openOutside([origin]).send({ method: "POST", url: `${origin}/pay`, body: "{}" });
  expect(sent).toMatchObject({ kind: "answered", status: 302 });
  expect(visited).toEqual(["/pay"]);
});

test("with a closed port or unknown name, certainly nothing was sent", async () => {
  const origin = await answering(() => undefined);
  await new Promise((closed) => open.splice(0)[0]?.close(closed));
  const outside = openOutside([origin, "http://nowhere.invalid"]);
  expect(await outside.send({ method: "POST", url: origin, body: "{}" })).toEqual({
    kind: "not-sent",
    why: "ECONNREFUSED",
  });
  expect(await outside.send({ method: "POST", url: "http://nowhere.invalid", body: "{}" })).toMatchObject({
    kind: "not-sent",
  });
});

test("a server with a wrong certificate receives nothing", async () => {
  let received = 0;
  const origin = await listen(
    createHttpsServer(untrustedCertificate, (_, response) => {
      received += 1;
      response.end();
    }),
  );
  const secure = origin.replace("http:", "https:");
  expect(await openOutside([secure]).send({ method: "POST", url: secure, body: "{}" })).toMatchObject({
    kind: "not-sent",
  });
  expect(received).toBe(0);
});

test("after a connection is cut, the result is uncertain", async () => {
  const cut = await speaking((socket) => socket.destroy());
  expect(await openOutside([cut]).send({ method: "POST", url: cut, body: "{}" })).toMatchObject({
    kind: "broken-off",
  });
  const half = await speaking((socket) => {
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{");
  });
  expect(await openOutside([half]).send({ method: "POST", url: half, body: "{}" })).toMatchObject({
    kind: "broken-off",
  });
});

test("silence ends at the limit, in an answer's head and body", async () => {
  const silent = await speaking(() => undefined);
  expect(await openOutside([silent], quick).send({ method: "GET", url: silent })).toEqual({
    kind: "timed-out",
  });
  const stuck = await speaking((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{");
  });
  expect(await openOutside([stuck], quick).send({ method: "GET", url: stuck })).toEqual({
    kind: "timed-out",
  });
});

test("a handshake without an end certainly sent nothing", async () => {
  const silent = (await speaking(() => undefined)).replace("http:", "https:");
  expect(await openOutside([silent], quick).send({ method: "POST", url: silent, body: "{}" })).toEqual({
    kind: "not-sent",
    why: "no connection in time",
  });
});

test("a request arrives complete, including accents", async () => {
  const bodies: string[] = [];
  const origin = await answering(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(Buffer.concat(chunks).toString("utf8"));
    response.end("{}");
  });
  const body = JSON.stringify({ name: "Zuhra Mwïnyi", note: "x".repeat(100_000) });
  await openOutside([origin]).send({ method: "POST", url: origin, body });
  expect(bodies).toEqual([body]);
});

test("an answer above the size limit is dropped", async () => {
  const origin = await answering((_, response) => void response.end("a".repeat(1_001)));
  expect(await openOutside([origin], quick).send({ method: "GET", url: origin })).toEqual({
    kind: "broken-off",
    why: "the answer was too large",
  });
});

test("each payment uses its own connection, status checks share one", async () => {
  const connections = new Set<number | undefined>();
  const origin = await answering((request, response) => {
    connections.add(request.socket.remotePort);
    response.end("{}");
  });
  const outside = openOutside([origin]);
  for (let sent = 0; sent < 3; sent++) await outside.send({ method: "POST", url: origin, body: "{}" });
  expect(connections.size).toBe(3);
  for (let sent = 0; sent < 3; sent++) await outside.send({ method: "GET", url: origin });
  expect(connections.size).toBe(4);
});

test("a request with its own limit can wait longer than others", async () => {
  let answer = () => {};
  const origin = await answering((request, response) => {
    if (request.url === "/slow") answer = () => void response.end("at last");
  });
  const outside = openOutside([origin], quick);
  const slow = outside.send({ method: "POST", url: `${origin}/slow`, body: "{}", isSlow: true });
  expect(await outside.send({ method: "POST", url: `${origin}/never`, body: "{}" })).toEqual({
    kind: "timed-out",
  });
  answer();
  expect(await slow).toMatchObject({ kind: "answered", body: "at last" });
});

test("a list can be longer than any other answer", async () => {
  const origin = await answering((_, response) => void response.end("x".repeat(5_000)));
  const outside = openOutside([origin], quick);
  expect(await outside.send({ method: "GET", url: origin, isList: true })).toMatchObject({
    kind: "answered",
  });
  expect(await outside.send({ method: "GET", url: origin })).toMatchObject({ kind: "broken-off" });
});

test("texts of a JSON answer contain nothing that PostgreSQL cannot store", () => {
  expect(readJson('{"a":"x\\u0000","b":[{"c":"\\ud83d"}],"d":1}')).toEqual({
    a: "x\ufffd",
    b: [{ c: "\ufffd" }],
    d: 1,
  });
});
