import { ServerResponse, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { usd } from "#domain/money/money.ts";
import { openJobMetrics } from "#processes/job-metrics.ts";
import { openMetrics } from "./metrics.server.ts";

const pool = { totalCount: 3, idleCount: 1, waitingCount: 0 };

function answerWith(status: number): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.statusCode = status;
  return response;
}

test("a finished answer is counted and measured", async () => {
  const metrics = openMetrics({ pool });
  const response = answerWith(404);
  metrics.watch(response);
  expect(await metrics.all()).not.toContain('http_requests_total{code="404"}');
  response.emit("finish");
  const text = await metrics.all();
  expect(text).toContain('http_requests_total{code="404"} 1');
  expect(text).toContain("http_request_duration_seconds_count 1");
});

test("a stored answer is counted but not measured", async () => {
  const metrics = openMetrics({ pool });
  metrics.countStored(200);
  metrics.countStored(200);
  const text = await metrics.all();
  expect(text).toContain('http_requests_total{code="200"} 2');
  expect(text).toContain("http_request_duration_seconds_count 0");
  expect(text).toContain("amana_answers_from_memory_total 2");
  const again = await metrics.all();
  expect(again).toContain("amana_answers_from_memory_total 2");
  expect(again).toContain('http_requests_total{code="200"} 2');
});

test("the pool, the listener and calls to providers are measured", async () => {
  const metrics = openMetrics({ pool });
  // The help begins with the same characters as the line of the value 1.
  for (const isListening of [false, true]) {
    metrics.setListening(isListening);
    expect(await metrics.all()).toContain(`\namana_change_listener_up ${isListening ? 1 : 0}\n`);
  }
  metrics.watchCall("selcom", "timed-out", 11);
  const text = await metrics.all();
  expect(text).toContain('amana_database_connections{state="used"} 2');
  expect(text).toMatch(/call_duration_seconds_bucket\{le="30",provider="selcom",outcome="timed-out"\} 1/);
});

test("amounts, renderings and the figures of the jobs have histograms", async () => {
  const jobs = openJobMetrics();
  const metrics = openMetrics({ pool, jobMetrics: jobs.text });
  metrics.watchDonation(usd(1_050));
  metrics.watchRendering("figures", 0.01);
  jobs.observeRun("send-mail", "failed", 3);
  const text = await metrics.all();
  expect(text).toContain('amana_donation_amount_sum{currency="USD"} 10.5');
  expect(text).toContain('amana_page_rendering_duration_seconds_bucket{le="0.02",part="figures"} 1');
  expect(text).toContain('amana_job_duration_seconds_bucket{le="10",job="send-mail",outcome="failed"} 1');
});

test("two sites in one process count separately", async () => {
  const one = openMetrics({ pool });
  const other = openMetrics({ pool });
  one.countStored(200);
  expect(await other.all()).not.toContain('http_requests_total{code="200"}');
});
