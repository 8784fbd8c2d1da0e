import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Tables } from "#database/tables.ts";
import type { Reference } from "#domain/provider.ts";
import { askAboutPayment } from "#operations/ask-about-payment.ts";
import type { OpenProviders } from "#payments/open-providers.ts";

export type Collecting = OpenProviders & {
  /** The status check of one payment, now; whoever asks at the same moment waits for the same answer. */
  askAbout(reference: Reference): Promise<void>;
  /** Nobody is being asked any more. */
  quiet(): Promise<void>;
};

export function openCollecting(providers: OpenProviders, db: Kysely<Tables>, log: Logger): Collecting {
  const questions = new Map<Reference, Promise<void>>();

  async function ask(reference: Reference): Promise<void> {
    try {
      await askAboutPayment(db, providers, reference, () => new Date());
    } catch (error) {
      // The order to ask stands in the database, and is carried out by the next round.
      log.warn({ err: error }, "a provider could not be asked");
    } finally {
      questions.delete(reference);
    }
  }

  return {
    ...providers,
    askAbout(reference) {
      const question = questions.get(reference) ?? ask(reference);
      questions.set(reference, question);
      return question;
    },
    async quiet() {
      await Promise.all(questions.values());
    },
  };
}
