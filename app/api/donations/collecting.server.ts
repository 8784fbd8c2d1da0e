import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Tables } from "#database/tables.ts";
import type { NewsJournal } from "#domain/payments/unrecorded-answers.ts";
import type { Reference } from "#domain/payments/provider.ts";
import { askAboutPayment } from "#operations/payments/check-status.ts";
import type { OpenProviders } from "#payments/open-providers.ts";
import { openNewsFolder } from "#storage/unrecorded-answers.ts";
import { openJournal } from "#app/api/record-saved-answers.server.ts";

export type Collecting = OpenProviders & {
  /** Checks one payment with its provider now. Requests at the same moment share one check. */
  askAbout(reference: Reference): Promise<void>;
  /** Stores the providers' messages on disk while the database is unavailable. */
  journal: NewsJournal;
  /** Resolves when no status check is running. */
  quiet(): Promise<void>;
};

export function openCollecting(
  providers: OpenProviders,
  { db, log, newsFolder }: { db: Kysely<Tables>; log: Logger; newsFolder: string },
): Collecting {
  const journal = openJournal({ folder: openNewsFolder(newsFolder), db, log });
  const questions = new Map<Reference, Promise<void>>();

  async function ask(reference: Reference): Promise<void> {
    try {
      await askAboutPayment(db, providers, reference, () => new Date());
    } catch (error) {
      // The database has the request to ask, and the worker's next round carries it out.
      log.warn({ err: error }, "provider unreachable");
    } finally {
      questions.delete(reference);
    }
  }

  return {
    ...providers,
    journal,
    askAbout(reference) {
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
