import { Gauge, Registry } from "prom-client";
import { readOperatingFigures, type OperatingFigures } from "#database/system/operating-figures.ts";
import type { LastFigures } from "#app/http/last-figures.server.ts";
import { configContext, databaseContext, metricsContext } from "#app/http/context.server.ts";
import { isFull, readDisk, type Disk } from "#storage/disk.ts";
import { isSameSecret } from "#domain/system/compare-secrets.server.ts";
import type { Route } from "./+types/metrics";

export const handle = { policy: "everyone" };

/** For Prometheus, with a shared token. Without a configured token this URL does not exist. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = context.get(configContext).metricsToken;
  if (token === undefined) return new Response("Not found", { status: 404 });
  if (!isSameSecret(request.headers.get("Authorization") ?? "", `Bearer ${token}`))
    return new Response("Unauthorized", { status: 401, headers: { "WWW-Authenticate": "Bearer" } });

  // The figures must also arrive while the database is away.
  const { all, contentType, lastFigures } = context.get(metricsContext);
  const last = await lastFigures(() => readOperatingFigures(context.get(databaseContext)));
  const disk = await readDisk(context.get(configContext).dataDir);
  return new Response(`${await all()}\n${await gaugesOf(last, disk).metrics()}`, {
    headers: { "Content-Type": contentType },
  });
}

/** A new registry for each request: a status without rows must disappear from the answer. */
function gaugesOf({ isCurrent, newest }: LastFigures<OperatingFigures>, disk: Disk): Registry {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

  gauge("amana_database_up", "1 if the database answered this request.").set(isCurrent ? 1 : 0);
  gauge("amana_disk_free_ratio", "Free part of the disk of DATA_DIR.").set(disk.percentFree / 100);
  gauge("amana_disk_is_full", "1 if the disk of DATA_DIR is full, so that the node is not ready.").set(
    isFull(disk) ? 1 : 0,
  );
  if (newest === null) return registry;
  gauge("amana_figures_age_seconds", "Age of the figures that the database gave last. Ages include it.").set(
    newest.ageSeconds,
  );
  setWork(gauge, newest.figures, newest.ageSeconds);
  setMoney(gauge, newest.figures, newest.ageSeconds);
  return registry;
}

type MakeGauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => Gauge<Label>;

/** `older` is the time since the figures were read. Nothing ends while the database is away, so everything is older. */
function setMoney(
  gauge: MakeGauge,
  { openPayments, openCases, openAlarms, ledgerProblems, backupSecondsAgo, installation }: OperatingFigures,
  older: number,
): void {
  const payments = gauge("amana_open_payments", "Payments without an end.", "provider", "status");
  const oldest = gauge(
    "amana_oldest_open_payment_age_seconds",
    "Age of the oldest payment without an end.",
    "provider",
    "status",
  );
  for (const { provider, status, count, oldestSeconds } of openPayments) {
    payments.set({ provider, status }, count);
    oldest.set({ provider, status }, oldestSeconds + older);
  }
  gauge("amana_open_cases", "Open cases.").set(openCases);
  const alarms = gauge("amana_open_alarms", "Alarms of the staff area that are not over.", "kind");
  for (const { kind, count } of openAlarms) alarms.set({ kind }, count);
  if (ledgerProblems !== null)
    gauge("amana_ledger_problems", "Problems that the last ledger check found.").set(ledgerProblems);
  if (backupSecondsAgo !== null)
    gauge("amana_last_backup_age_seconds", "Time since the last proven backup.").set(
      backupSecondsAgo + older,
    );
  const installed = gauge("amana_installation_age_seconds", "Time since it has this mode.", "payments");
  if (installation !== null) installed.set({ payments: installation.payments }, installation.seconds + older);
}

function setWork(gauge: MakeGauge, { emails, jobs }: OperatingFigures, older: number): void {
  const unsent = gauge("amana_unsent_emails", "Emails that are not sent, by status.", "status");
  const oldestEmail = gauge("amana_oldest_unsent_email_age_seconds", "Age of the oldest one.", "status");
  for (const { status, count, oldestSeconds } of emails) {
    unsent.set({ status }, count);
    oldestEmail.set({ status }, oldestSeconds + older);
  }
  const ended = gauge("amana_job_last_run_age_seconds", "Time since the job ended last.", "job");
  const failed = gauge("amana_job_failed", "1 if the last run failed.", "job");
  for (const { job, endedSecondsAgo, hasFailed } of jobs) {
    ended.set({ job }, endedSecondsAgo + older);
    failed.set({ job }, hasFailed ? 1 : 0);
  }
  // Some job is due every minute, so a longer time is the lag of the queue.
  const newest = Math.min(...jobs.map(({ endedSecondsAgo }) => endedSecondsAgo));
  if (jobs.length > 0)
    gauge("amana_job_queue_lag_seconds", "Time for which the newest job is overdue.").set(
      Math.max(0, newest + older - 60),
    );
}
