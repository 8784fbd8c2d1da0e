import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { listenAsBreaches } from "#tests/support/breaches.ts";
import { openBreaches } from "./breached-passwords.ts";

const known = "correct horse battery staple";

async function ask(password: string, answer?: { status?: number; body?: string }) {
  await using service = await listenAsBreaches([known], answer);
  const failures: string[] = [];
  const found = await openBreaches(service.url, (reason) => failures.push(reason)).find(password);
  return { found, failures, requests: service.requests };
}

test("a password of a breach is found", async () => {
  expect(await ask(known)).toMatchObject({ found: "breached", failures: [] });
});

test("only five digits of the hash leave the site, and padding is asked for", async () => {
  const password = "karafuu na mdalasini";
  const { found, requests } = await ask(password);
  const digits = createHash("sha1").update(password).digest("hex").slice(0, 5).toUpperCase();
  expect([found, requests]).toEqual(["not-found", [{ path: `/range/${digits}`, padding: "true" }]]);
});

test("a hash that was never seen is padding", async () => {
  const rest = createHash("sha1").update(known).digest("hex").slice(5).toUpperCase();
  expect(await ask(known, { body: `${rest}:0\r\n` })).toMatchObject({ found: "not-found", failures: [] });
});

test.each([
  ["status 503", { status: 503 }, "status 503"],
  ["a redirect", { status: 302 }, "status 302"],
  ["a page of a proxy", { body: "<html>Please sign in</html>" }, "the answer is not in the agreed form"],
  ["nothing", { body: "" }, "the answer is not in the agreed form"],
  ["an endless list", { body: `${"0".repeat(35)}:1\r\n`.repeat(20_000) }, "the answer was too large"],
])("after %s, it stays unknown", async (_, answer, reason) => {
  expect(await ask(known, answer)).toMatchObject({ found: "unknown", failures: [reason] });
});

test("after a failure the service rests for half a minute", async () => {
  await using service = await listenAsBreaches([], { status: 503 });
  let time = 0;
  const failures: string[] = [];
  const breaches = openBreaches(
    service.url,
    (reason) => failures.push(reason),
    () => time,
  );
  for (time of [0, 1, 29_999]) expect(await breaches.find("a")).toBe("unknown");
  expect([service.requests.length, failures.length]).toEqual([1, 1]);
  time = 30_000;
  await breaches.find("a");
  expect([service.requests.length, failures.length]).toEqual([2, 2]);
});

test("without a service at the address, it stays unknown", async () => {
  const service = await listenAsBreaches([]);
  await service[Symbol.asyncDispose]();
  const failures: string[] = [];
  expect(await openBreaches(service.url, (reason) => failures.push(reason)).find(known)).toBe("unknown");
  expect(failures).toEqual(["ECONNREFUSED"]);
});
