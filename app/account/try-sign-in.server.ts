import { longestPassword } from "#domain/account.ts";
import { giveAttemptBack, takeAttempt, type Limit } from "#database/attempts.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Accounts } from "./accounts.server.ts";

type Attempt = { username: string; password: string; client: string; userAgent: string | null };

export type SignInOutcome =
  { kind: "signed-in"; cookies: string[] } | { kind: "refused" } | { kind: "too-many"; minutes: number };

/** Whether an account exists can be read neither from the outcome nor from the time it takes. */
export async function trySignIn(
  db: Reads,
  accounts: Accounts,
  { username, password, client, userAgent }: Attempt,
): Promise<SignInOutcome> {
  const written = username.trim().toLowerCase();
  const limits = limitsOf(await accountOf(db, written), placeOf(client));
  const taken = await takeAttempt(db, limits);
  if (taken.kind === "used-up") return { kind: "too-many", minutes: Math.ceil(taken.seconds / 60) };
  const outcome = await accounts.signIn(written, password.slice(0, longestPassword + 1), userAgent);
  if (outcome.kind === "signed-in") await giveAttemptBack(db, limits);
  return outcome;
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

/** A username and its e-mail are one account, so that knowing both gives no more attempts. */
async function accountOf(db: Reads, written: string): Promise<string> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where((where) => where.or([where("username", "=", written), where("email", "=", written)]))
    .executeTakeFirst();
  return user?.id ?? written;
}

/** One line of the internet: whoever has IPv6 has a whole /64 of addresses. */
function placeOf(client: string): string {
  if (!client.includes(":") || /^::ffff:/i.test(client)) return client;
  const [before = "", after = ""] = client.split("::");
  const head = before.split(":").filter(Boolean);
  const tail = after.split(":").filter(Boolean);
  const missing = client.includes("::") ? Math.max(8 - head.length - tail.length, 0) : 0;
  return [...head, ...Array<string>(missing).fill("0"), ...tail].slice(0, 4).join(":");
}
