import type { Language } from "#domain/content/language.ts";
import type { Seal } from "#domain/system/seal.ts";
import { isKnownDonor } from "#database/donations/own.ts";
import type { Reads } from "#database/sql.server.ts";
import { queueLink } from "#operations/mail/queue.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { makeDonorLink } from "./donor-links.ts";

const hour = 60 * 60;
const perPlace = [{ most: 20, within: hour }];
const perAddress = [{ most: 3, within: hour }];

/** Emails a link to the donations of an address. The answer does not reveal whether it has any. */
export async function requestOwnPage(
  db: Reads,
  seal: Seal,
  { email, language }: { email: string; language: Language },
  { place }: { place: string },
): Promise<{ kind: "asked" } | { kind: "limited"; retryAfter: number }> {
  const attempt = await countAttempt(db, [{ subject: `own-page from ${place}`, limits: perPlace }]);
  if (attempt.kind === "limited") return attempt;
  const recipient = email.toLowerCase();
  const again = await countAttempt(db, [{ subject: `own-page ${recipient}`, limits: perAddress }]);
  if (again.kind === "limited") return { kind: "asked" };
  await db.transaction().execute(async (tx) => {
    const isKnown = await isKnownDonor(tx, recipient);
    // Made for an unknown address too, so that both answers take as long.
    const key = await makeDonorLink(tx, { kind: "own-page", email: recipient, language });
    if (!isKnown) return;
    const address = `/my-donations?key=${key}`;
    await queueLink(tx, seal, { template: "own-page", recipient, language, address, key });
  });
  return { kind: "asked" };
}
