import { isIP } from "node:net";

export type RelyingParty = { id: string; origin: string };

/**
 * The relying party for passkeys, or null, because browsers refuse IP addresses. A loopback address uses the name
 * localhost.
 */
export function relyingPartyOf(origin: string): RelyingParty | null {
  const { protocol, hostname, port } = new URL(origin);
  if (hostname === "127.0.0.1" || hostname === "[::1]")
    return { id: "localhost", origin: `${protocol}//localhost${port === "" ? "" : `:${port}`}` };
  if (isIP(hostname) !== 0 || hostname.startsWith("[")) return null;
  return { id: hostname, origin: new URL(origin).origin };
}
