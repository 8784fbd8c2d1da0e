import type { Role } from "#domain/accounts/roles.ts";
import { openDatabase } from "#database/sql.server.ts";
import { insertAccount } from "#operations/accounts/create.ts";
import { hashLike } from "#operations/accounts/password/hash.ts";
import { patience } from "#tests/support/patience.ts";
import type { Answer, Site } from "#tests/support/server/site.ts";
import { letRolesAge } from "./staff-roles.ts";

export const password = "karafuu na mdalasini";
/** With the least cost, because a hash is slow on purpose. The first sign-in hashes again. */
const quickHash = hashLike(password, `$argon2id$v=19$m=8,t=1,p=1$${"a".repeat(22)}$${"a".repeat(43)}`);

/** Creates an account with this username and role. All test accounts have the same password. */
export async function makePerson(
  databaseUrl: string,
  username: string,
  role: Role = "admin",
  hashed: Promise<string> = quickHash,
) {
  const database = openDatabase(databaseUrl, { poolSize: 1, longestWait: patience });
  try {
    const hash = await hashed;
    const email = `${username}@fund.example`;
    const account = { username, email, role, name: username, hash, emailVerified: false, isInvented: false };
    const made = await database.readWrite.transaction().execute((tx) => insertAccount(tx, account, null));
    await letRolesAge(database.readWrite);
    if (made.kind === "taken") throw new Error(`${username} is there already`);
    return { id: made.id, username, email };
  } finally {
    await database.close();
  }
}

export function postForm(
  site: Pick<Site, "url" | "ask">,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return site.ask(path, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded", ...headers },
  });
}

export async function signIn(site: Pick<Site, "url" | "ask">, username: string): Promise<string> {
  const answer = await postForm(site, "/auth", { username, password });
  const cookie = sessionCookie(answer);
  if (answer.status !== 303 || !cookie) throw new Error(`${username} could not sign in: ${answer.status}`);
  return cookie.split(";", 1).join();
}

export function sessionCookie({ headers }: Pick<Answer, "headers">): string | undefined {
  return headers["set-cookie"]?.find((cookie) => /^(?:__Host-)?amana\.session=/.test(cookie));
}
