import type { Language } from "#domain/language.ts";
import type { AccountLetter } from "#domain/mail.ts";
import type { Reads } from "#database/sql.server.ts";

type Queued = {
  template: AccountLetter;
  recipient: string;
  language: Language;
  /** Where its button leads, as the English pages write it. */
  address: string;
};

/** A letter about an account: sent once the transaction that writes it has ended well. */
export async function queueLetter(
  tx: Reads,
  { template, recipient, language, address }: Queued,
): Promise<void> {
  await tx
    .insertInto("outbox")
    .values({ template, recipient, language, details: JSON.stringify({ address }) })
    .execute();
}
