import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { alarmShape } from "#domain/system/alarm.ts";
import { openJobMetrics } from "#processes/job-metrics.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { openFaultProxy } from "#tests/support/fault-proxy.ts";
import { patience } from "#tests/support/patience.ts";
import { withGateways } from "#tests/support/payments/gateway-site.ts";
import { testSite } from "#tests/support/server/site.ts";

const token = "a-token-of-more-than-32-characters";
const own = await testDatabase("demo");
const { hostname, port } = new URL(own.url);
const network = await openFaultProxy({ host: hostname, port: Number(port) });
const through = new URL(own.url);
through.port = String(network.port);
const site = await testSite({ databaseUrl: through.href, environment: { METRICS_TOKEN: token } });
const gateways = withGateways({ ...site, databaseUrl: own.url });
afterEach(() => network.set());
afterAll(async () => {
  await site.stop();
  await gateways.close();
  await network[Symbol.asyncDispose]();
  await own.close();
});

const rule = z.object({ alert: z.string(), expr: z.string(), labels: z.object({ severity: z.string() }) });
const rules = z
  .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
  .parse(parse(readFileSync("deploy/alerts.yml", "utf8")))
  .groups.flatMap((group) => group.rules);

const dashboard = z
  .object({
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
    ),
  })
  .parse(JSON.parse(readFileSync("deploy/dashboard.json", "utf8")));

const readMetrics = async () => (await site.get("/metrics", { Authorization: `Bearer ${token}` })).text;

test("figures need the token and have the format of Prometheus", async () => {
  expect((await site.get("/metrics")).status).toBe(401);
  expect((await site.get("/metrics", { Authorization: "Bearer wrong" })).status).toBe(401);
  expect((await gateways.byMobile()).status).toBe(200);
  const { status, text, headers } = await site.get("/metrics", { Authorization: `Bearer ${token}` });
  expect(status).toBe(200);
  expect(headers["content-type"]).toContain("version=0.0.4");
  for (const line of text.trimEnd().split("\n"))
    expect(line).toMatch(
      /^(?:|# HELP \w+ .+|# TYPE \w+ (?:gauge|counter|histogram|summary)|\w+(?:\{[^{}]*\})? [\d.e+-]+)$/,
    );
  expect(text).toMatch(/http_requests_total\{code="401"\} [2-9]/);
  expect(text).toMatch(/amana_open_payments\{provider="azampay",status="pending"\} \d/);
  expect(text).toMatch(/amana_open_cases \d/);
  expect(valueOf(text, "amana_database_up")).toBe(1);
  expect(text).toMatch(/amana_donation_amount_bucket\{le="\+Inf",currency="TZS"\} 1/);
  expect(text).not.toMatch(/^amana_last_backup/m);
});

test("alert rules and dashboard name existing figures, and every alarm has a rule", async () => {
  await onDatabase(
    own.url,
    `insert into backups (made_at) values (now() - interval '3 days');
     insert into backups (made_at) values (now() + interval '199 days');
     insert into installation (payments, recorded_at) values ('sandbox', now() - interval '2 days')
       on conflict (only_one) do update set recorded_at = excluded.recorded_at;
     insert into job_runs (job, began_at, ended_at, outcome)
       values ('check-ledger', now() - interval '5 minutes', now() - interval '5 minutes', '{"count": 2}');
     insert into alarms (kind, details) values ('disk', '{}')`,
  );
  const text = `${await readMetrics()}\n${await openJobMetrics().text()}`;
  const declared = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_count`] : [name],
  );
  // Prometheus adds `up` itself.
  const known = new Set(["up", ...declared]);
  for (const { alert, expr } of rules)
    for (const name of metricsIn(expr)) expect(known, `${name} of ${alert}`).toContain(name);
  const shown = dashboard.panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ expr }) => metricsIn(expr).map((name) => ({ title, name }))),
  );
  for (const { title, name } of shown) expect(known, `${name} of ${title}`).toContain(name);
  const absent = [...declared].filter(
    (name) => /^(?:amana|http)_/.test(name) && !shown.some((each) => each.name === name),
  );
  expect(absent.filter((name) => !name.endsWith("_count"))).toEqual([]);
  // The one in the future is no proof.
  expect(text).toMatch(/amana_last_backup_age_seconds 2592\d\d/);
  expect(text).toMatch(/amana_installation_age_seconds\{payments="sandbox"\} 1728\d\d/);
  expect(text).toContain('amana_open_alarms{kind="disk"} 1');

  const kinds = alarmShape.options.map(({ shape }) => shape.kind.value);
  const read = rules.flatMap(({ expr }) => kindsIn(expr));
  expect(kinds.filter((kind) => !read.some((each) => each.test(kind)))).toEqual([]);
});

/** The issue of each figure, a line of it, and its smallest value after the last test. */
const alsoDuringOutages: [string, string, number][] = [
  [
    "provider latency",
    'amana_provider_call_duration_seconds_count{provider="azampay",outcome="answered"}',
    1,
  ],
  ["queue lag", "amana_job_queue_lag_seconds", 240],
  ["pool", 'amana_database_connections{state="used"}', 0],
  ["cache hits", "amana_answers_from_memory_total", 0],
  ["listening", "amana_change_listener_up", 0],
  ["ledger state", "amana_ledger_problems", 2],
  ["oldest open payment", 'amana_oldest_open_payment_age_seconds{provider="azampay",status="pending"}', 0],
  ["backup age", "amana_last_backup_age_seconds", 3 * 86_400],
];

const growing = /_age_seconds|_lag_seconds/;

test("every figure still arrives while the database refuses connections", async () => {
  site.expectErrors(/failed|away/);
  const before = await readMetrics();
  expect(valueOf(before, "amana_database_up")).toBe(1);
  expect(valueOf(before, "amana_figures_age_seconds")).toBe(0);
  await network.set({ down: true });
  const first = await readMetrics();
  const second = await readMetrics();
  expect(valueOf(second, "amana_database_up")).toBe(0);
  expect(valueOf(second, "amana_change_listener_up")).toBe(0);
  expect(valueOf(first, "amana_figures_age_seconds")).toBeGreaterThan(0);
  for (const [figure, line, least] of alsoDuringOutages) {
    const [known, now, later] = [before, first, second].map((text) => valueOf(text, line));
    expect(later, figure).toBeGreaterThanOrEqual(least);
    if (!growing.test(line)) continue;
    expect(now, figure).toBeGreaterThan(known ?? Infinity);
    expect(later, figure).toBeGreaterThan(now ?? Infinity);
  }
  await network.set();
  await vi.waitFor(async () => expect(valueOf(await readMetrics(), "amana_database_up")).toBe(1), patience);
});

test("a page is sent for every figure that also arrives during an outage", () => {
  const paging = rules
    .filter(({ labels }) => labels.severity === "page")
    .flatMap(({ expr }) => metricsIn(expr));
  for (const [figure, line] of [...alsoDuringOutages, ["database", "amana_database_up"] as const]) {
    const name = line.replace(/(?:_count)?(?:\{.*)?$/, "");
    expect(
      paging.map((each) => each.replace(/_bucket$/, "")),
      figure,
    ).toContain(name);
  }
});

/** The help of a figure can begin like its line, so a text is no proof. */
function valueOf(text: string, start: string): number {
  const line = text.split("\n").find((each) => each.startsWith(`${start} `));
  return Number(line?.slice(start.length) ?? NaN);
}

/** The names in an expression. An expression that PromQL does not understand throws. */
function metricsIn(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`not PromQL: ${expression}`);
      if (type.name === "Identifier") names.push(expression.slice(from, to));
    },
  });
  return names;
}

const kindsIn = (expression: string) =>
  [...expression.matchAll(/kind=~?"([^"]+)"/g)].map(([, kinds = ""]) => new RegExp(`^(?:${kinds})$`));
