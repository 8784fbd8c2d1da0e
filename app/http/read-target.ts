/** The checked and normalised target of a request. All later decisions use it. */
export type Target = { path: string; query: string; address: string };

/**
 * Refused in a path: empty, `.` and `..` segments, a backslash, `#`, and percent signs that hide a slash, a
 * backslash, a zero byte, or a character that needs no escape. An accepted path has one spelling only: a URL parser
 * does not change it.
 */
const plainPath =
  /^(?:\/(?!\/|\.{1,2}(?:\/|$))(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%(?!00|2[DEF]|3\d|4[1-9A-F]|5[\dAF]|5C|6[1-9A-F]|7[\dAE]))*)+$/i;

const plainQuery = /^(?:\?[\x21\x24-\x3b\x3d\x3f-\x5b\x5d-\x7e]*)?$/;

/** Null for a target that a router could read differently from the checks before it. */
export function readTarget(raw: string): Target | null {
  const at = raw.indexOf("?");
  const path = at === -1 ? raw : raw.slice(0, at);
  const rest = at === -1 ? "" : raw.slice(at);
  if (!plainPath.test(path) || !plainQuery.test(rest)) return null;
  // A URL parser drops a lone question mark and escapes the apostrophe.
  const query = rest === "?" ? "" : rest.replaceAll("'", "%27");
  if (path.includes("%") && !isReadable(path)) {
    const missing = `${/^\/(?:sw|api)(?=\/)/.exec(path)?.[0] ?? ""}/404`;
    return { path: missing, query, address: missing + query };
  }
  return { path, query, address: path + query };
}

/** A broken escape gets the "not found" answer of its part of the site: the page in its language, or JSON. */
function isReadable(path: string): boolean {
  try {
    // The bundler removes a call with an unused result.
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}
