import { isSameSecret } from "#domain/system/compare-secrets.server.ts";
import { isExternalId } from "#domain/donations/read-donor.ts";
import { cookieIn } from "#app/http/cookies.ts";
import { findDonation, type Donation } from "#database/donations/details.ts";
import type { Reads } from "#database/sql.server.ts";

const cookie = "amana_donations";
const most = 6;
const ninetyDays = 90 * 24 * 60 * 60;

type Begun = { externalId: string; receiptKey: string };

/** Only the browser that made the donation may see its personal data. */
export function rememberDonation(cookies: string | null, begun: Begun): string {
  const earlier = entriesOf(cookies).filter(([id]) => id !== begun.externalId);
  const entries = [[begun.externalId, begun.receiptKey], ...earlier].slice(0, most);
  const value = entries.map(([id, key]) => `${id}:${key}`).join("|");
  return `${cookie}=${value}; Path=/; Max-Age=${ninetyDays}; HttpOnly; SameSite=Lax`;
}

/** Proven by the browser's cookie or by the secret key in the link. */
export function isOwn(donation: Donation, cookies: string | null, key: string | null): boolean {
  const known = entriesOf(cookies).find(([id]) => id === donation.orderId)?.[1];
  return [known, key].some((each) => each !== undefined && each !== null && isKeyOf(donation, each));
}

/** The donation to repeat, if this browser or this key owns it. */
export async function findOwnRetry(
  db: Reads,
  orderId: string,
  cookies: string | null,
  key: string | null = null,
): Promise<Donation | null> {
  const failed = isExternalId(orderId) ? await findDonation(db, orderId) : null;
  return failed !== null && isOwn(failed, cookies, key) ? failed : null;
}

export const ownRetry = async (...asked: Parameters<typeof findOwnRetry>): Promise<string | null> =>
  (await findOwnRetry(...asked))?.orderId ?? null;

/** The donations that this browser made, newest first. One query at a time, so that one visitor takes one connection. */
export async function listOwn(db: Reads, cookies: string | null): Promise<Donation[]> {
  const own: Donation[] = [];
  for (const [id] of entriesOf(cookies)) {
    const donation = await findDonation(db, id);
    if (donation !== null && isOwn(donation, cookies, null)) own.push(donation);
  }
  return own;
}

/** Strangers could guess the network's reference, so this searches only the donations of this browser. */
export async function findOwnPaidAs(
  db: Reads,
  operatorReference: string,
  cookies: string | null,
): Promise<Donation | null> {
  const own = await listOwn(db, cookies);
  return own.find(({ payment }) => payment.operatorReference === operatorReference) ?? null;
}

function isKeyOf({ receiptKey }: Donation, key: string): boolean {
  return receiptKey !== null && isSameSecret(receiptKey, key);
}

function entriesOf(cookies: string | null): [id: string, key: string][] {
  const value = cookieIn(cookies, cookie) ?? "";
  if (!/^[\w:|-]{1,2000}$/.test(value)) return [];
  const entries = value.split("|").flatMap((entry): [string, string][] => {
    const [id, key] = entry.split(":");
    return id && key ? [[id, key]] : [];
  });
  // A forged cookie may name hundreds of donations, and each costs a query.
  return entries.slice(0, most);
}
