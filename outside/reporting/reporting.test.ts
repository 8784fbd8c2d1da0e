import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { failuresUntilPause, openReporting, pauseMinutes } from "./reporting.ts";

const limits = { milliseconds: 600_000, slowMilliseconds: 600_000, answerBytes: 1_000 };
/** For a service that never answers completely. */
const quick = { ...limits, milliseconds: 150, slowMilliseconds: 150 };
const range = { from: "2025-06-01", to: "2026-11-24" };

async function service(answer: RequestListener): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    answer(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/figures`, requests };
}

const saying = (body: unknown) => service((_, response) => void response.end(JSON.stringify(body)));

test("the overall figures are read with the range and a JSON accept header", async () => {
  const accepts: (string | undefined)[] = [];
  const { url, requests } = await service((request, response) => {
    accepts.push(request.headers.accept);
    response.end(
      '{"success":true,"completed_count":3,"total_completed_amount":"45000.00","success_percentage":80}',
    );
  });
  const answer = await openReporting(url, () => new Date(), limits).ask(null, range);
  expect(answer).toEqual({ kind: "figures", figures: { raised: 45_000n, donors: 3 } });
  expect(requests).toEqual(["/figures?fromdate=2025-06-01&todate=2026-11-24"]);
  expect(accepts).toEqual(["application/json"]);
});

test("a title is one part of the address, and its target is ignored", async () => {
  const { url, requests } = await saying({ success: true, total_amount: 7_000, donors: 2, target_amount: 1 });
  const answer = await openReporting(url, () => new Date(), limits).ask("girls/../x?y", range);
  expect(answer).toEqual({ kind: "figures", figures: { raised: 7_000n, donors: 2 } });
  expect(requests).toEqual(["/figures/girls%2F..%2Fx%3Fy?fromdate=2025-06-01&todate=2026-11-24"]);
});

test.each([404, 500, 302])("status %i is a failure with the specified message", async (status) => {
  const { url } = await service((_, response) => void response.writeHead(status).end("{}"));
  expect(await openReporting(url, () => new Date(), limits).ask(null, range)).toEqual({
    kind: "failed",
    reason: `HTTP error! status: ${status}`,
  });
});

test.each([
  ["no success", { success: false, completed_count: 1, total_completed_amount: 5 }],
  ["a negative amount", { success: true, completed_count: 1, total_completed_amount: -5 }],
  ["a fraction", { success: true, completed_count: 1, total_completed_amount: 1.5 }],
  ["an impossible sum", { success: true, completed_count: 1, total_completed_amount: 1e15 }],
  ["an impossible count", { success: true, completed_count: 1e12, total_completed_amount: 5 }],
  ["money without donors", { success: true, completed_count: 0, total_completed_amount: 5 }],
  ["donors without money", { success: true, completed_count: 5, total_completed_amount: 0 }],
  ["a missing field", { success: true, completed_count: 5 }],
  ["no object", []],
])("an answer with %s is refused", async (_, body) => {
  const { url } = await saying(body);
  expect(await openReporting(url, () => new Date(), limits).ask(null, range)).toMatchObject({
    kind: "failed",
  });
});

test("HTML, a huge answer, a drip and silence are refused", async () => {
  const html = await service((_, response) => void response.end("<p>Maintenance</p>"));
  const huge = await service((_, response) => void response.end("0".repeat(2_000)));
  const drip = await service((_, response) => void response.write("{"));
  const silent = await service(() => undefined);
  const why = async ({ url }: { url: string }, within = limits) => {
    const answer = await openReporting(url, () => new Date(), within).ask(null, range);
    return answer.kind === "failed" ? answer.reason : null;
  };
  expect(await why(html)).toBe("the answer is not in the agreed form");
  expect(await why(huge)).toBe("the answer was too large");
  expect(await why(drip, quick)).toBe("no answer in time");
  expect(await why(silent, quick)).toBe("no answer in time");
  expect(await why({ url: "http://127.0.0.1:1/figures" })).toBe("ECONNREFUSED");
});

test("after repeated failures the service is not asked until the pause ends", async () => {
  let status = 500;
  const { url, requests } = await service((_, response) => {
    response.writeHead(status).end('{"success":true,"completed_count":0,"total_completed_amount":0}');
  });
  let now = 0;
  const reporting = openReporting(url, () => new Date(now), limits);
  for (let at = 0; at < failuresUntilPause + 4; at++) await reporting.ask(null, range);
  expect(requests).toHaveLength(failuresUntilPause);
  now += pauseMinutes * 60_000 + 1;
  status = 200;
  expect(await reporting.ask(null, range)).toMatchObject({ kind: "figures" });
  expect(requests).toHaveLength(failuresUntilPause + 1);
});

test("unknown titles do not keep the other titles from being asked", async () => {
  const { url, requests } = await service(({ url: address = "" }, response) => {
    if (!address.startsWith("/figures/known")) response.statusCode = 404;
    response.end('{"success":true,"donors":2,"total_amount":7000}');
  });
  const reporting = openReporting(url, () => new Date(0), limits);
  const wrong = Array.from({ length: failuresUntilPause + 1 }, (_, at) => `wrong ${at}`);
  for (const title of wrong) expect(await reporting.ask(title, range)).toMatchObject({ kind: "failed" });
  expect(await reporting.ask("known", range)).toMatchObject({ kind: "figures" });
  expect(requests).toHaveLength(wrong.length + 1);
});
