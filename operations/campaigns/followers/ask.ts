import type { Language } from "#domain/content/language.ts";
import type { Seal } from "#domain/system/seal.ts";
import type { Reads } from "#database/sql.server.ts";
import { makeDonorLink } from "#operations/donations/donor-links.ts";
import { queueLink } from "#operations/mail/queue.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";

const hour = 60 * 60;
/** A campus shares one address. */
const perPlace = [{ most: 30, within: hour }];
/** Strangers can type this address too. */
const perAddress = [{ most: 3, within: 24 * hour }];

type Asking = { campaignId: string; email: string; language: Language };

/** Sends a link that starts the updates. The answer does not reveal whether the address follows already. */
export async function askToFollow(
  db: Reads,
  seal: Seal,
  { campaignId, email, language }: Asking,
  { place }: { place: string },
): Promise<{ kind: "asked" } | { kind: "limited"; retryAfter: number }> {
  const attempt = await countAttempt(db, [{ subject: `follow from ${place}`, limits: perPlace }]);
  if (attempt.kind === "limited") return attempt;
  const recipient = email.toLowerCase();
  // An address with too many requests gets the same answer, so that it stays unknown who asked before.
  const again = await countAttempt(db, [{ subject: `follow ${recipient}`, limits: perAddress }]);
  if (again.kind === "limited") return { kind: "asked" };
  await db.transaction().execute(async (tx) => {
    const key = await makeDonorLink(tx, { kind: "follow", email: recipient, campaignId, language });
    const address = `/following/confirm?key=${key}`;
    await queueLink(tx, seal, { template: "follow", recipient, language, address, key });
  });
  return { kind: "asked" };
}
