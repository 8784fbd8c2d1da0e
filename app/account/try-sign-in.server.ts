import { longestPassword } from "#domain/account.ts";
import { giveAttemptBack, takeAttempt, type Limit } from "#database/attempts.ts";
import { isKnownDevice, keepDevice, newDeviceMark } from "#database/known-devices.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Accounts } from "./accounts.server.ts";
import { placeOf } from "./place-of.server.ts";

type Attempt = {
  username: string;
  password: string;
  client: string;
  userAgent: string | null;
  /** What the browser says that it was given when somebody signed in with it before. */
  device: string | null;
};

export type SignInOutcome =
  | { kind: "signed-in"; cookies: string[] }
  | { kind: "second-step"; cookies: string[] }
  | { kind: "refused" }
  | { kind: "too-many"; minutes: number };

/** Whether an account exists can be read neither from the outcome nor from the time it takes. */
export async function trySignIn(
  db: Reads,
  accounts: Accounts,
  { username, password, client, userAgent, device }: Attempt,
): Promise<SignInOutcome> {
  const written = username.trim().toLowerCase();
  const account = await accountOf(db, written);
  const isKnown = device !== null && (await isKnownDevice(db, account, device));
  const limits = isKnown ? limitsOnDevice(account, device) : limitsOf(account, placeOf(client));
  const taken = await takeAttempt(db, limits);
  if (taken.kind === "used-up") return { kind: "too-many", minutes: Math.ceil(taken.seconds / 60) };
  const outcome = await accounts.signIn(written, password.slice(0, longestPassword + 1), userAgent);
  if (outcome.kind === "refused") return outcome;
  await giveAttemptBack(db, limits);
  if (outcome.kind === "second-step") return outcome;
  return {
    kind: "signed-in",
    cookies: [...outcome.cookies, await rememberDevice(db, accounts, outcome, device)],
  };
}

/** Gives a browser in which somebody has signed in a mark of its own. */
export async function rememberDevice(
  db: Reads,
  accounts: Accounts,
  { userId }: { userId: string },
  device: string | null,
): Promise<string> {
  const mark = device !== null && (await isKnownDevice(db, userId, device)) ? device : newDeviceMark();
  await keepDevice(db, userId, mark);
  return accounts.deviceCookie(mark);
}

const quarterHour = 15 * 60;
const hour = 60 * 60;

/** Guessing one account from many places is bounded as well as guessing many accounts from one. */
function limitsOf(account: string, place: string): Limit[] {
  return [
    { what: `sign-in ${account} from ${place}`, most: 5, seconds: quarterHour },
    { what: `sign-in ${account}`, most: 20, seconds: hour },
    { what: `sign-in from ${place}`, most: 100, seconds: hour },
  ];
}

/** So that nobody who guesses keeps the owner out of the browser that they always use. */
function limitsOnDevice(account: string, device: string): Limit[] {
  return [{ what: `sign-in ${account} on device ${device}`, most: 5, seconds: quarterHour }];
}

/** A username and its e-mail are one account, so that knowing both gives no more attempts. */
async function accountOf(db: Reads, written: string): Promise<string> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where((where) => where.or([where("username", "=", written), where("email", "=", written)]))
    .executeTakeFirst();
  return user?.id ?? written;
}
