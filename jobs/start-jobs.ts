import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "#config";
import { openDatabase } from "#database/sql.server.ts";
import { openMailer } from "#email/send.ts";
import type { Providers } from "#operations/ask-about-payment.ts";
import { checkLedgerJob } from "./check-ledger.ts";
import { openQueue, type Queue } from "./queue.ts";
import { reconcilePaymentsJob } from "./reconcile-payments.ts";
import { sendMailJob } from "./send-mail.ts";

type Given = {
  config: Pick<Config, "mail" | "payments">;
  databaseUrl: string;
  /** Where people reach the site. */
  origin: string;
  log: Logger;
  providers?: Providers;
};

/** Begins in the background, and tries again until it has: the site does not depend on its jobs. */
export function startJobs({ config, databaseUrl, origin, log, providers }: Given): {
  /** Settled once the jobs run. */
  running: Promise<void>;
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const database = openDatabase(databaseUrl, { poolSize: 5 });
  const db = database.everything;
  const place = { origin, pretended: config.payments === "sandbox" };
  const mailer = config.mail ? openMailer(config.mail.smtpUrl, config.mail.from, place) : null;
  const jobs = [
    sendMailJob(db, mailer, log),
    checkLedgerJob(db, log),
    ...(providers ? [reconcilePaymentsJob(db, providers, log)] : []),
  ];
  const begun = begin();

  async function begin(): Promise<Queue | null> {
    while (!stopping.signal.aborted) {
      try {
        return await openQueue(databaseUrl, jobs, { log, stop: stopping.signal });
      } catch (error) {
        log.error({ err: error }, "the jobs could not begin; they try again");
        await wait(secondsUntilRetry * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return null;
  }

  return {
    running: begun.then(() => undefined),
    async stop() {
      stopping.abort();
      const queue = await begun;
      await queue?.close();
      mailer?.close();
      await database.close();
    },
  };
}

const secondsUntilRetry = 15;
