/** The session and the notice for the next page. Both make a page private. */
export const sessionCookie = "amana.session";
export const noticeCookieName = "amana_notice";

const hostOnly = "__Host-";

/** The only reader of Cookie headers. The first cookie of a name counts; the space after a semicolon is optional. */
function readCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals === -1) continue;
    const name = pair.slice(0, equals).trim();
    if (name !== "" && !cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim());
  }
  return cookies;
}

export function cookieIn(header: string | null, name: string): string | null {
  return header === null ? null : (readCookies(header).get(name) ?? null);
}

const none: ReadonlyMap<string, string> = new Map();

/**
 * Our own cookies under their plain names. Under TLS only names with `__Host-` count, because other sites of the same
 * domain cannot set those.
 */
export function ownCookies(header: string | undefined, secure: boolean): ReadonlyMap<string, string> {
  if (header === undefined || !header.includes("amana")) return none;
  const own = new Map<string, string>();
  const start = secure ? `${hostOnly}amana` : "amana";
  for (const [name, value] of readCookies(header))
    if (name.startsWith(start)) own.set(secure ? name.slice(hostOnly.length) : name, value);
  return own;
}

/** A page for this visitor must not be shown to others. */
export const isKnownVisitor = (own: ReadonlyMap<string, string>): boolean =>
  own.has(sessionCookie) || own.has(noticeCookieName);

export const asHeader = (own: ReadonlyMap<string, string>): string =>
  [...own].map(([name, value]) => `${name}=${value}`).join("; ");

/** A Set-Cookie line for the response. Under TLS every cookie of ours is Secure and bound to this host. */
export function secureCookie(line: string, secure: boolean): string {
  if (!secure) return line;
  return `${hostOnly}${line}${/;\s*secure(?:;|$)/i.test(line) ? "" : "; Secure"}`;
}
