import { Gauge, Registry } from "prom-client";
import { readOperatingFigures, type OperatingFigures } from "#database/system/operating-figures.ts";
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

  // The figures of the processes must also arrive while the database is away.
  const figures = await readOperatingFigures(context.get(databaseContext)).catch(() => null);
  const { all, contentType } = context.get(metricsContext);
  return new Response(`${await all()}\n${await gaugesOf(figures).metrics()}`, {
    headers: { "Content-Type": contentType },
  });
}

/** A new registry for each request: a status without rows must disappear from the answer. */
function gaugesOf(figures: OperatingFigures | null): Registry {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

  gauge("amana_database_up", "1 if the database answered this request.").set(figures === null ? 0 : 1);
  if (figures === null) return registry;
  const { openPayments, openCases, openAlarms, emails, jobs, backupSecondsAgo } = figures;

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
  const alarms = gauge("amana_open_alarms", "Alarms of the staff area that are not over.", "kind");
  for (const { kind, count } of openAlarms) alarms.set({ kind }, count);

  const unsent = gauge("amana_unsent_emails", "Emails that are not sent, by status.", "status");
  const oldestEmail = gauge("amana_oldest_unsent_email_age_seconds", "Age of the oldest one.", "status");
  for (const { status, count, oldestSeconds } of emails) {
    unsent.set({ status }, count);
    oldestEmail.set({ status }, oldestSeconds);
  }
  const ended = gauge("amana_job_last_run_age_seconds", "Time since the job ended last.", "job");
  const failed = gauge("amana_job_failed", "1 if the last run failed.", "job");
  for (const { job, endedSecondsAgo, hasFailed } of jobs) {
    ended.set({ job }, endedSecondsAgo);
    failed.set({ job }, hasFailed ? 1 : 0);
  }
  if (backupSecondsAgo !== null)
    gauge("amana_last_backup_age_seconds", "Time since the last proven backup.").set(backupSecondsAgo);
  return registry;
}
