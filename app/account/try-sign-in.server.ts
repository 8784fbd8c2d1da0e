import { longestPassword } from "#domain/accounts/roles.ts";
import type { Language } from "#domain/content/language.ts";
import type { Counted } from "#domain/system/rate-limit.ts";
import { isKnownDevice } from "#database/accounts/known-devices.ts";
import { findSignIn } from "#database/accounts/people.ts";
import type { Reads } from "#database/sql.server.ts";
import { endSurplusSessions } from "#operations/accounts/end-sessions.ts";
import { hashPassword } from "#operations/accounts/password/hash.ts";
import { rememberDevice } from "#operations/accounts/remember-device.ts";
import { countAttempt, uncountAttempt } from "#operations/system/count-attempt.ts";
import { cookieIn } from "#app/http/cookies.ts";
import type { Accounts } from "./accounts.server.ts";
import { placeOf } from "./place-of.server.ts";

type Attempt = {
  username: string;
  password: string;
  client: string;
  userAgent: string | null;
  cookies: string;
  language: Language;
};

export type SignInOutcome =
  | { kind: "signed-in"; userId: string; cookies: string[] }
  | { kind: "second-step"; cookies: string[] }
  | { kind: "passkey" }
  | { kind: "refused" }
  | { kind: "too-many"; retryAfter: number };

/** Neither the result nor its timing reveals whether an account exists. */
export async function trySignIn(
  db: Reads,
  accounts: Accounts,
  { username, password, client, userAgent, cookies, language }: Attempt,
): Promise<SignInOutcome> {
  const written = username.trim().toLowerCase();
  const cut = password.slice(0, longestPassword + 1);
  const account = await findSignIn(db, written);
  const device = cookieIn(cookies, accounts.deviceName);
  const isKnown = device !== null && (await isKnownDevice(db, account.key, device));
  const counted = isKnown ? countedOnDevice(account.key, device) : countedFrom(account.key, placeOf(client));
  const attempt = await countAttempt(db, counted);
  if (attempt.kind === "limited") return tooMany(attempt.retryAfter);
  const slow = isKnown ? [] : [countedOfAll(account.key)];
  const ofAll = await countAttempt(db, slow);
  if (ofAll.kind === "limited" && !account.hasSecondStep) {
    // Takes as long as checking the password, because strangers could measure the difference.
    await hashPassword(cut);
    return tooMany(ofAll.retryAfter);
  }
  const outcome = await accounts.signIn(
    { name: written, password: cut, version: account.version },
    userAgent,
  );
  if (outcome.kind === "refused")
    return ofAll.kind === "limited" ? tooMany(ofAll.retryAfter) : { kind: "refused" };
  await uncountAttempt(db, ofAll.kind === "limited" ? counted : [...counted, ...slow]);
  if (outcome.kind !== "signed-in") return outcome;
  const { userId } = outcome;
  const mark = await finishSignIn(db, accounts, { userId, cookies, language });
  return { kind: "signed-in", userId, cookies: [...outcome.cookies, mark] };
}

const tooMany = (retryAfter: number): SignInOutcome => ({ kind: "too-many", retryAfter });

/**
 * Every way to sign in ends here. It ends this browser's earlier session, and returns the cookie that identifies the
 * browser.
 */
export async function finishSignIn(
  db: Reads,
  accounts: Accounts,
  { userId, cookies, language }: { userId: string; cookies: string; language: Language },
): Promise<string> {
  if (cookieIn(cookies, accounts.cookieName) !== null) await accounts.signOut(cookies);
  await endSurplusSessions(db, { userId, language });
  // A browser that the owner has used has its own rate limit, separate from strangers.
  return accounts.deviceCookie(await rememberDevice(db, userId, cookieIn(cookies, accounts.deviceName)));
}

const quarterHour = 15 * 60;
const hour = 60 * 60;

function countedFrom(account: string, place: string): Counted[] {
  return [
    { subject: `sign-in ${account} from ${place}`, limits: [{ most: 5, within: quarterHour }] },
    { subject: `sign-in from ${place}`, limits: [{ most: 100, within: hour }] },
  ];
}

/**
 * Limits guessing from many addresses. It does not block owners with two-step sign-in or known browsers; otherwise
 * strangers could lock an account.
 */
const countedOfAll = (account: string): Counted => ({
  subject: `sign-in ${account}`,
  limits: [{ most: 100, within: hour }],
});

function countedOnDevice(account: string, device: string): Counted[] {
  return [{ subject: `sign-in ${account} on device ${device}`, limits: [{ most: 5, within: quarterHour }] }];
}
