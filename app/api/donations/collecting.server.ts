import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Tables } from "#database/tables.ts";
import type { AnswerJournal } from "#domain/payments/unrecorded-answers.ts";
import type { Reference } from "#domain/payments/provider.ts";
import { checkPayment, type Checked } from "#operations/payments/check-status.ts";
import type { OpenProviders } from "#payments/open-providers.ts";
import { openAnswerFolder } from "#storage/unrecorded-answers.ts";
import { openJournal } from "#app/api/record-saved-answers.server.ts";

/** `failed`: the answer could not be recorded. The worker asks again if the payment waits for an answer. */
export type StatusCheck = Checked | { kind: "failed" };

export type Collecting = OpenProviders & {
  /** Checks one payment with its provider now. Requests at the same moment share one check. */
  readPaymentStatus(reference: Reference): Promise<StatusCheck>;
  /** Stores the providers' messages on disk while the database is unavailable. */
  journal: AnswerJournal;
  /** Resolves when no status check is running. */
  quiet(): Promise<void>;
};

export function openCollecting(
  providers: OpenProviders,
  { db, log, answerFolder }: { db: Kysely<Tables>; log: Logger; answerFolder: string },
): Collecting {
  const journal = openJournal({ folder: openAnswerFolder(answerFolder), db, log });
  const questions = new Map<Reference, Promise<StatusCheck>>();

  async function ask(reference: Reference): Promise<StatusCheck> {
    try {
      return await checkPayment(db, providers, reference, () => new Date());
    } catch (error) {
      // The database has the request to ask, and the worker's next round carries it out.
      log.warn({ err: error }, "provider unreachable");
      return { kind: "failed" };
    } finally {
      questions.delete(reference);
    }
  }

  return {
    ...providers,
    journal,
    readPaymentStatus(reference) {
      const question = questions.get(reference) ?? ask(reference);
      questions.set(reference, question);
      return question;
    },
    async quiet() {
      await Promise.all(questions.values());
      await journal.close();
    },
  };
}
