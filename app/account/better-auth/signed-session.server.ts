import { createHmac } from "node:crypto";
import { sessionCookie } from "#app/http/cookies.ts";
import { isSameSecret } from "#domain/system/compare-secrets.server.ts";

/**
 * The token of a session cookie that we signed, as better-auth signs it. It needs no database, so the session can have
 * ended, and its person can be an organizer.
 */
export function readsSignedSessions(secret: string) {
  return (cookies: ReadonlyMap<string, string>): string | null => {
    const cookie = decoded(cookies.get(sessionCookie) ?? "");
    const end = cookie.lastIndexOf(".");
    if (end < 1) return null;
    const token = cookie.slice(0, end);
    const signature = createHmac("sha256", secret).update(token).digest("base64");
    return isSameSecret(signature, cookie.slice(end + 1)) ? token : null;
  };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
