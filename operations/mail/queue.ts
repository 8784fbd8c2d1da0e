import type { Language } from "#domain/content/language.ts";
import type { AccountEmail } from "#domain/mail/messages.ts";
import type { Seal } from "#domain/system/seal.ts";
import { sha256 } from "#domain/system/digest.server.ts";
import type { Reads } from "#database/sql.server.ts";

type Queued = {
  template: AccountEmail;
  recipient: string;
  language: Language;
  /** The target of the button, as the English pages write it. */
  address: string;
};

/** Queues an email about an account. It is sent after the transaction commits. */
export function queueEmail(tx: Reads, { address, ...email }: Queued): Promise<void> {
  return insert(tx, email, { address });
}

/** The address holds a key, so it is sealed until the email is sent. The hash says later whether the link still opens. */
export function queueLink(tx: Reads, seal: Seal, { address, key, ...email }: Queued & { key: string }) {
  return insert(tx, email, sealLink(seal, address, key));
}

const purpose = "link";

export const sealAddress = (seal: Seal, address: string) => seal.seal(purpose, address);

export const sealLink = (seal: Seal, address: string, key: string) => ({
  sealedAddress: sealAddress(seal, address),
  linkHash: sha256(key).toString("hex"),
});

export const openLink = (seal: Seal, sealedAddress: string) => seal.open(purpose, sealedAddress);

export const isLinkCurrent = (seal: Seal, sealedAddress: string) => seal.isCurrent(purpose, sealedAddress);

async function insert(tx: Reads, email: Omit<Queued, "address">, details: object): Promise<void> {
  await tx
    .insertInto("outbox")
    .values({ ...email, details: JSON.stringify(details) })
    .execute();
}
