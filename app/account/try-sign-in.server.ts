import { longestPassword } from "#domain/accounts/roles.ts";
import { giveAttemptBack, takeAttempt, type Limit } from "#database/accounts/attempts.ts";
import { isKnownDevice, keepDevice, newDeviceMark } from "#database/accounts/known-devices.ts";
import type { Reads } from "#database/sql.server.ts";
import { keepFewSessions } from "#database/accounts/sessions.ts";
import { hashPassword } from "#operations/accounts/hash-password.ts";
import { cookieIn } from "#app/http/cookies.ts";
import type { Accounts } from "./accounts.server.ts";
import { placeOf } from "./place-of.server.ts";

type Attempt = {
  username: string;
  password: string;
  client: string;
  userAgent: string | null;
  cookies: string;
};

export type SignInOutcome =
  | { kind: "signed-in"; userId: string; cookies: string[] }
  | { kind: "second-step"; cookies: string[] }
  | { kind: "passkey" }
  | { kind: "refused" }
  | { kind: "too-many"; minutes: number };

/** Neither the outcome nor its time tells whether an account exists. */
export async function trySignIn(
  db: Reads,
  accounts: Accounts,
  { username, password, client, userAgent, cookies }: Attempt,
): Promise<SignInOutcome> {
  const written = username.trim().toLowerCase();
  const given = password.slice(0, longestPassword + 1);
  const account = await accountOf(db, written);
  const device = cookieIn(cookies, accounts.deviceName);
  const isKnown = device !== null && (await isKnownDevice(db, account.key, device));
  const limits = isKnown ? limitsOnDevice(account.key, device) : limitsOf(account.key, placeOf(client));
  const taken = await takeAttempt(db, limits);
  if (taken.kind === "used-up") return tooMany(taken.seconds);
  const slow = isKnown ? [] : [limitOfAll(account.key)];
  const ofAll = await takeAttempt(db, slow);
  if (ofAll.kind === "used-up" && !account.hasSecondStep) {
    // Costs the same time as checking the password, which strangers could tell apart.
    await hashPassword(given);
    return tooMany(ofAll.seconds);
  }
  const outcome = await accounts.signIn(written, given, userAgent);
  if (outcome.kind === "refused")
    return ofAll.kind === "used-up" ? tooMany(ofAll.seconds) : { kind: "refused" };
  await giveAttemptBack(db, ofAll.kind === "used-up" ? limits : [...limits, ...slow]);
  if (outcome.kind !== "signed-in") return outcome;
  return {
    kind: "signed-in",
    userId: outcome.userId,
    cookies: [...outcome.cookies, await finishSignIn(db, accounts, outcome.userId, cookies)],
  };
}

const tooMany = (seconds: number): SignInOutcome => ({
  kind: "too-many",
  minutes: Math.ceil(seconds / 60),
});

/**
 * Every way of signing in ends here. It ends the session that this browser had before, and returns the cookie by which
 * we know the browser again.
 */
export async function finishSignIn(
  db: Reads,
  accounts: Accounts,
  userId: string,
  cookies: string,
): Promise<string> {
  if (cookieIn(cookies, accounts.cookieName) !== null) await accounts.signOut(cookies);
  await keepFewSessions(db, userId);
  return rememberDevice(db, accounts, userId, cookieIn(cookies, accounts.deviceName));
}

/** Attempts from a browser in which its owner has signed in are counted apart from those of strangers. */
export async function rememberDevice(
  db: Reads,
  accounts: Accounts,
  userId: string,
  device: string | null,
): Promise<string> {
  const mark = device !== null && (await isKnownDevice(db, userId, device)) ? device : newDeviceMark();
  await keepDevice(db, userId, mark);
  return accounts.deviceCookie(mark);
}

const quarterHour = 15 * 60;
const hour = 60 * 60;

function limitsOf(account: string, place: string): Limit[] {
  return [
    { what: `sign-in ${account} from ${place}`, most: 5, seconds: quarterHour },
    { what: `sign-in from ${place}`, most: 100, seconds: hour },
  ];
}

/**
 * Bounds guessing from many addresses. It never keeps out the owner of an account with two-step sign-in, nor anyone in
 * a known browser: otherwise strangers could lock an account.
 */
const limitOfAll = (account: string): Limit => ({ what: `sign-in ${account}`, most: 100, seconds: hour });

function limitsOnDevice(account: string, device: string): Limit[] {
  return [{ what: `sign-in ${account} on device ${device}`, most: 5, seconds: quarterHour }];
}

type Account = { key: string; hasSecondStep: boolean };

/** A username and its e-mail are one account, so that knowing both gives no more attempts. */
async function accountOf(db: Reads, written: string): Promise<Account> {
  const user = await db
    .selectFrom("users")
    .select((column) => [
      "id",
      column
        .or([column("two_factor_enabled", "=", true), column("has_passkey", "=", true)])
        .as("hasSecondStep"),
    ])
    .where((where) => where.or([where("username", "=", written), where("email", "=", written)]))
    .executeTakeFirst();
  return user
    ? { key: user.id, hasSecondStep: Boolean(user.hasSecondStep) }
    : { key: written, hasSecondStep: false };
}
