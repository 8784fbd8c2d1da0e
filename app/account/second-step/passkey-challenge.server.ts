import { createHmac, randomBytes } from "node:crypto";
import { isSameSecret } from "#domain/system/compare-secrets.server.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import type { Reads } from "#database/sql.server.ts";
import { cookieIn } from "#app/http/cookies.ts";

const name = "amana.passkey";
const seconds = 5 * 60;

export type Purpose = "sign-in" | `add in ${string}` | `confirm in ${string}`;

export type Challenge = { challenge: Uint8Array<ArrayBuffer>; cookie: string };

/** The browser stores it in a signed cookie, so that strangers who request challenges cannot fill a table. */
export function makeChallenge(key: string, purpose: Purpose): Challenge {
  const challenge = new Uint8Array(randomBytes(32));
  const ends = Math.floor(Date.now() / 1000) + seconds;
  const signed = `${Buffer.from(challenge).toString("base64url")}.${ends}`;
  const mark = signatureOf(key, purpose, signed);
  return {
    challenge,
    cookie: `${name}=${signed}.${mark}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`,
  };
}

/** The challenge that this browser received for this purpose. It works once across all nodes. */
export async function takeChallenge(
  db: Reads,
  { key, cookies, purpose }: { key: string; cookies: string; purpose: Purpose },
): Promise<string | null> {
  const [challenge = "", ends = "", mark = ""] = (cookieIn(cookies, name) ?? "").split(".");
  if (!isSameSecret(signatureOf(key, purpose, `${challenge}.${ends}`), mark)) return null;
  if (Number(ends) < Date.now() / 1000) return null;
  const once = { subject: `passkey challenge ${challenge}`, limits: [{ most: 1, within: seconds * 2 }] };
  return (await countAttempt(db, [once])).kind === "passed" ? challenge : null;
}

export const spentChallenge = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict`;

const signatureOf = (key: string, purpose: Purpose, signed: string) =>
  createHmac("sha256", key).update(`${purpose}|${signed}`).digest("base64url");
