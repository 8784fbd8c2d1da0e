import { Gauge, Registry } from "prom-client";
import { readOpenWorkFigures, type OpenWorkFigures } from "#database/content/open-work.ts";
import { configContext, databaseContext, metricsContext } from "#app/http/context.server.ts";
import { isSameSecret } from "#domain/system/compare-secrets.server.ts";
import type { Route } from "./+types/metrics";

export const handle = { policy: "everybody" };

/** For Prometheus, with a shared token. Without a configured token this URL does not exist. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = context.get(configContext).metricsToken;
  if (token === undefined) return new Response("Not found", { status: 404 });
  if (!isSameSecret(request.headers.get("Authorization") ?? "", `Bearer ${token}`))
    return new Response("Unauthorized", { status: 401, headers: { "WWW-Authenticate": "Bearer" } });

  const openWork = gaugesOf(await readOpenWorkFigures(context.get(databaseContext)));
  const { all, contentType } = context.get(metricsContext);
  return new Response(`${await all()}\n${await openWork.metrics()}`, {
    headers: { "Content-Type": contentType },
  });
}

/** A new registry for each request: a status without rows must disappear from the answer. */
function gaugesOf({ openPayments, openCases, emails }: OpenWorkFigures): Registry {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

  const payments = gauge("amana_open_payments", "Payments without an end.", "provider", "status");
  const oldest = gauge(
    "amana_oldest_open_payment_age_seconds",
    "Age of the oldest payment without an end.",
    "provider",
    "status",
  );
  for (const { provider, status, count, oldestSeconds } of openPayments) {
    payments.set({ provider, status }, count);
    oldest.set({ provider, status }, oldestSeconds);
  }
  gauge("amana_open_cases", "Open cases.").set(openCases);
  const unsent = gauge("amana_unsent_emails", "Emails that are not sent, by status.", "status");
  for (const { status, count } of emails) unsent.set({ status }, count);
  return registry;
}
