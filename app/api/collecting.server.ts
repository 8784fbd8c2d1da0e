import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Tables } from "#database/tables.ts";
import type { Reference } from "#domain/provider.ts";
import { askAboutPayment } from "#operations/ask-about-payment.ts";
import type { OpenProviders } from "#payments/open-providers.ts";

export type Collecting = OpenProviders & {
  /** Asks now what is on record to be asked, so that a donor need not wait for the next round. */
  askSoon(reference: Reference): void;
  /** Nobody is being asked any more. */
  quiet(): Promise<void>;
};

export function openCollecting(providers: OpenProviders, db: Kysely<Tables>, log: Logger): Collecting {
  const questions = new Set<Promise<unknown>>();
  return {
    ...providers,
    askSoon(reference) {
      const question = askAboutPayment(db, providers, reference, () => new Date()).catch((error: unknown) =>
        // The order to ask stands in the database, and is carried out by the next round.
        log.warn({ err: error }, "a provider could not be asked"),
      );
      questions.add(question);
      void question.finally(() => questions.delete(question));
    },
    async quiet() {
      await Promise.all(questions);
    },
  };
}
