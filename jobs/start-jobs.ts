import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "#config";
import { openDatabase, type Reads } from "#database/sql.server.ts";
import type { Mailer } from "#domain/mail/messages.ts";
import type { Reporting } from "#domain/donations/reporting.ts";
import type { Seal } from "#domain/system/seal.ts";
import type { Providers } from "#operations/payments/check-status.ts";
import type { Disk } from "#storage/disk.ts";
import type { Pictures } from "#storage/pictures/open.ts";
import type { StoredDocuments } from "#operations/system/delete-expired-data.ts";
import type { OrderList } from "#operations/reconciliation/compare-orders.ts";
import { backUpJob, type BackUp } from "./schedule-backup.ts";
import { checkLedgerJob } from "./check-ledger.ts";
import { compareOrdersJob } from "./compare-orders.ts";
import { fetchExternalFiguresJob } from "./fetch-external-figures.ts";
import { forgetExpiredJob } from "./delete-expired-data.ts";
import { inView } from "./record-job-runs.ts";
import type { Job, ObserveRun } from "./job.ts";
import { openQueue } from "./queue.ts";
import { publishDraftsJob } from "./publish-drafts.ts";
import { reconcilePaymentsJob } from "./reconcile-payments.ts";
import { raiseAlarmsJob } from "./raise-alarms.ts";
import { removeUnusedPicturesJob } from "./remove-unused-pictures.ts";
import { sendMailJob } from "./send-mail.ts";
import { watchSilenceJob } from "./watch-silence.ts";
import { watchRulingsJob } from "./watch-rulings.ts";
import { watchSubmissionsJob } from "./watch-submissions.ts";
import { watchDisk } from "./watch-disk.ts";

type JobServices = {
  config: Pick<Config, "mail" | "payments">;
  databaseUrl: string;
  /** All statements go through this pooler, but not the notifications. */
  poolerUrl?: string | undefined;
  seal: Seal;
  origin: string;
  providers: Providers;
  /** Selcom's list of orders, where it is configured. */
  orders: OrderList | null;
  /** The figures of other systems, where they are configured. */
  reporting: Reporting | null;
  disk: () => Promise<Disk>;
  pictures: Pick<Pictures, "remove">;
  documents: StoredDocuments;
  /** Makes and proves a backup, where a place for backups is configured. */
  backUp: BackUp | null;
  observeRun?: ObserveRun;
  log: Logger;
};

/** Starts in the background and retries until it succeeds: the site does not depend on its jobs. */
export function startJobs(services: JobServices): {
  /** Resolves once the jobs run. */
  running: Promise<void>;
  stop(): Promise<void>;
} {
  const { config, databaseUrl, origin, disk, log } = services;
  const statementsUrl = services.poolerUrl ?? databaseUrl;
  const stopping = new AbortController();
  const stop = stopping.signal;
  const open = new AsyncDisposableStack();
  const running = begin();

  async function begin(): Promise<void> {
    const { readWrite: db, close } = openDatabase(statementsUrl, { poolSize: 5, patience: 6 * 60_000 });
    open.defer(close);
    const mailer = config.mail ? await loadMailer(config.mail) : null;
    const jobs = inView(db, jobsOf(db, mailer, services), services.observeRun);
    const watching = watchDisk(db, disk, { log, stop });
    open.defer(() => watching);
    while (!stop.aborted) {
      try {
        const place = { databaseUrl, statementsUrl, keyIds: services.seal.keyIds };
        const { close } = await openQueue(place, jobs, { log, stop });
        open.defer(close);
        return;
      } catch (error) {
        log.error({ err: error }, "jobs could not start, will retry");
        await wait(secondsUntilRetry * 1000, undefined, { signal: stop }).catch(() => undefined);
      }
    }
  }

  /** Without a mail server, the code for sending is not loaded. */
  async function loadMailer({ smtpUrl, from }: NonNullable<Config["mail"]>): Promise<Mailer> {
    const { openMailer } = await import("#email/send.ts");
    const mailer = openMailer(smtpUrl, from, { origin, pretended: config.payments === "sandbox" });
    open.defer(mailer.close);
    return mailer;
  }

  return {
    running,
    async stop() {
      stopping.abort();
      await running;
      await open.disposeAsync();
    },
  };
}

const secondsUntilRetry = 15;

function jobsOf(db: Reads, mailer: Mailer | null, services: JobServices): Job[] {
  const { seal, providers, orders, reporting, pictures, documents, backUp, log } = services;
  const { payments } = services.config;
  return [
    sendMailJob(db, mailer, seal, log),
    checkLedgerJob(db, log),
    reconcilePaymentsJob(db, providers, log),
    removeUnusedPicturesJob(db, pictures, log),
    ...(orders === null ? [] : [compareOrdersJob(db, providers, orders, log)]),
    forgetExpiredJob(db, documents, log),
    raiseAlarmsJob(db, payments),
    watchSilenceJob(db),
    watchSubmissionsJob(db),
    watchRulingsJob(db),
    publishDraftsJob(db, log),
    ...(reporting === null ? [] : [fetchExternalFiguresJob(db, reporting, payments, log)]),
    ...(backUp === null ? [] : [backUpJob(db, backUp)]),
  ];
}
