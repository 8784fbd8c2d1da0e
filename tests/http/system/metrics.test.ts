import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { alarmShape } from "#domain/system/alarm.ts";
import { openJobMetrics } from "#processes/job-metrics.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { outageOf } from "#tests/support/database/outage.ts";
import { withGateways } from "#tests/support/payments/gateway-site.ts";
import { testSite } from "#tests/support/server/site.ts";

const token = "a-token-of-more-than-32-characters";
const site = await testSite({ environment: { METRICS_TOKEN: token } });
const gateways = withGateways(site);
afterAll(gateways.close);

const rules = z
  .object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  })
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
  expect(text).toContain("amana_database_up 1");
  expect(text).toMatch(/amana_donation_amount_bucket\{le="\+Inf",currency="TZS"\} 1/);
  expect(text).not.toMatch(/^amana_last_backup/m);
});

test("alert rules and dashboard name existing figures, and every alarm has a rule or is mailed", async () => {
  await onDatabase(
    site.databaseUrl,
    `insert into backups (made_at) values (now() - interval '3 days');
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
  expect(text).toMatch(/amana_last_backup_age_seconds 2592\d\d/);
  expect(text).toContain('amana_open_alarms{kind="disk"} 1');

  const kinds = alarmShape.options.map(({ shape }) => shape.kind.value);
  const paged = kinds.filter((kind) => rules.some(({ expr }) => kindsIn(expr).some((is) => is.test(kind))));
  const mailedOnly = ["backup", "sign-ins", "refusals"];
  expect(kinds.filter((kind) => !paged.includes(kind)).toSorted()).toEqual(mailedOnly.toSorted());
});

test("during a database outage the figures of the process still arrive", async () => {
  site.expectErrors(/failed|away/);
  const outage = outageOf(site.databaseUrl);
  await outage.begin();
  const text = await readMetrics().finally(() => outage.end());
  expect(text).toContain("amana_database_up 0");
  expect(text).not.toContain("amana_open_cases");
  expect(text).toContain('amana_database_connections{state="used"}');
  expect(text).toContain('amana_provider_call_duration_seconds_count{provider="azampay",outcome="answered"}');
});

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
