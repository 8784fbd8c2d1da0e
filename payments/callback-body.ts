/** The largest callback that we read. Real ones are under 1 kB. */
export const callbackLimit = 16_384;

/** The fields of a callback as text. Keys are in lower case, because one provider has changed their casing. */
export type CallbackFields = ReadonlyMap<string, string>;

/**
 * Reads the raw body of a callback: a flat JSON object, or a form if the content type says so. Null if it is neither,
 * or if a field has two different values. The signer and the reader could then use different ones.
 */
export function readCallbackFields(body: string, contentType: string | null = null): CallbackFields | null {
  if (Buffer.byteLength(body) > callbackLimit) return null;
  const fields = new Map<string, string>();
  for (const [name, written] of isForm(contentType) ? new URLSearchParams(body) : jsonFields(body)) {
    const key = name.toLowerCase();
    const text = written.toWellFormed();
    // PostgreSQL stores every character except this one, so none of our names contains it.
    if (text.includes("\0")) return null;
    if (fields.has(key) && fields.get(key) !== text) return null;
    fields.set(key, text);
  }
  return fields.size === 0 ? null : fields;
}

function isForm(contentType: string | null): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType?.trim() ?? "");
}

function jsonFields(body: string): [name: string, text: string][] {
  return (topLevelMembers(body) ?? []).flatMap(([name, value]) => {
    const text = asText(value);
    return text === null ? [] : [[name, text]];
  });
}

/** Scalars exactly as written, so that a signature over them can be checked. Other values are left out. */
function asText(written: string): string | null {
  if (written.startsWith('"')) return String(JSON.parse(written));
  return /^[[{n]/.test(written) ? null : written;
}

/** JSON.parse keeps only the last of two equal keys, so find the members in the text itself. */
function topLevelMembers(body: string): [name: string, value: string][] | null {
  if (!isJsonObject(body)) return null;
  const tokens = body.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  const members: [string, string][] = [];
  let depth = 0;
  tokens.forEach((token, at) => {
    const name = tokens[at - 1];
    const value = tokens[at + 1];
    if (token === ":" && depth === 1 && name !== undefined && value !== undefined)
      members.push([String(JSON.parse(name)), value]);
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
  });
  return members;
}

function isJsonObject(body: string): boolean {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === "object" && read !== null && !Array.isArray(read);
  } catch {
    return false;
  }
}
