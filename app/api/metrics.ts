import { createHash, timingSafeEqual } from "node:crypto";
import { readStandingFigures } from "#database/content/standing-figures.ts";
import { configContext, databaseContext, measuresContext } from "#app/http/context.server.ts";
import type { Measures } from "#app/http/metrics.server.ts";
import type { Route } from "./+types/metrics";

export const handle = { policy: "everybody" };

/** For Prometheus, with the token that both know; without one there is no such address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = context.get(configContext).metricsToken;
  if (token === undefined) return new Response("Not found", { status: 404 });
  if (!same(request.headers.get("Authorization") ?? "", `Bearer ${token}`))
    return new Response("Unauthorized", { status: 401, headers: { "WWW-Authenticate": "Bearer" } });

  const { openPayments, openCases, emails } = await readStandingFigures(context.get(databaseContext));
  const lines = [
    ...ofThisProcess(context.get(measuresContext)),
    ...series("amana_open_payments", "gauge", [
      ...openPayments.map(({ provider, status, count }) => ({ labels: { provider, status }, value: count })),
    ]),
    ...series("amana_oldest_open_payment_seconds", "gauge", [
      ...openPayments.map(({ provider, status, oldestSeconds }) => ({
        labels: { provider, status },
        value: oldestSeconds,
      })),
    ]),
    ...series("amana_open_cases", "gauge", [{ value: openCases }]),
    ...series("amana_unsent_letters", "gauge", [
      ...emails.map(({ status, count }) => ({ labels: { status }, value: count })),
    ]),
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}

function ofThisProcess({ answered, within, seconds }: Measures): string[] {
  const count = [...answered.values()].reduce((sum, each) => sum + each, 0);
  return [
    ...series("amana_resident_memory_bytes", "gauge", [{ value: process.memoryUsage.rss() }]),
    ...series("amana_uptime_seconds", "gauge", [{ value: process.uptime() }]),
    ...series("amana_answers_total", "counter", [
      ...[...answered].map(([status, value]) => ({ labels: { status }, value })),
    ]),
    "# TYPE amana_answer_seconds histogram",
    ...[...within].map(([bound, value]) => `amana_answer_seconds_bucket{le="${bound}"} ${value}`),
    `amana_answer_seconds_bucket{le="+Inf"} ${count}`,
    `amana_answer_seconds_sum ${seconds()}`,
    `amana_answer_seconds_count ${count}`,
  ];
}

type Sample = { labels?: Record<string, string>; value: number };

function series(name: string, type: "gauge" | "counter", samples: Sample[]): string[] {
  const written = ({ labels = {}, value }: Sample) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
  };
  return [`# TYPE ${name} ${type}`, ...samples.map(written)];
}

function same(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
