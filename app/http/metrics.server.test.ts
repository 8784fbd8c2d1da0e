import { ServerResponse, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { openMetrics } from "./metrics.server.ts";

function answerWith(status: number): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.statusCode = status;
  return response;
}

test("a finished answer is counted and measured", async () => {
  const metrics = openMetrics();
  const response = answerWith(404);
  metrics.watch(response);
  expect(await metrics.all()).not.toContain('http_requests_total{code="404"}');
  response.emit("finish");
  const text = await metrics.all();
  expect(text).toContain('http_requests_total{code="404"} 1');
  expect(text).toContain("http_request_duration_seconds_count 1");
});

test("a stored answer is counted but not measured", async () => {
  const metrics = openMetrics();
  metrics.countStored(200);
  metrics.countStored(200);
  const text = await metrics.all();
  expect(text).toContain('http_requests_total{code="200"} 2');
  expect(text).toContain("http_request_duration_seconds_count 0");
});

test("two sites in one process count separately", async () => {
  const one = openMetrics();
  const other = openMetrics();
  one.countStored(200);
  expect(await other.all()).not.toContain('http_requests_total{code="200"}');
});
