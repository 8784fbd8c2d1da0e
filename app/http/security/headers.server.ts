import { mapOrigins } from "#domain/content/map-address.ts";
import { inlineScripts } from "#app/browser/inline-scripts.ts";
import { sha256 } from "#domain/system/digest.server.ts";

/** Sent with every answer except files, errors and redirects included. */
export const securityHeaders: [string, string][] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  [
    "Permissions-Policy",
    "accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
  ],
  ["X-Frame-Options", "DENY"],
  ["Strict-Transport-Security", "max-age=63072000; includeSubDomains"],
];

const pagesOnly = ["Cross-Origin-Opener-Policy", "Permissions-Policy"];

/** For pictures, fonts, scripts and styles. Browsers read the other two headers only of a page, and a page has a dozen files. */
export const fileHeaders = securityHeaders.filter(([name]) => !pagesOnly.includes(name));

/** For responses that are not pages: nothing may run, even if a browser treats one as a page. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const sourceHash = (text: string) => `'sha256-${sha256(text).toString("base64")}'`;
const knownScripts = inlineScripts.map((text) => ` ${sourceHash(text)}`).join("");

type Policy = { providersPages?: readonly string[]; nonce?: string };

/**
 * The CSP of one finished page. Scripts are allowed by our build, never by the page's content; the staff area's
 * scripts carry the nonce. A donation form leads to the provider's page, which browsers check against `form-action`.
 */
export function policyFor(html: string, { providersPages = [], nonce }: Policy = {}): string {
  const scripts =
    nonce !== undefined && usesNonce(html, nonce) ? `${knownScripts} 'nonce-${nonce}'` : knownScripts;
  const styles = hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    `style-src 'self'${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self'${framesOf(html)}`,
    `form-action 'self'${providersPages.map((host) => ` https://${host}`).join("")}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** A page with the nonce must not be cached: the next visitor would get the same one. */
export const usesNonce = (html: string, nonce: string): boolean => html.includes(`nonce="${nonce}"`);

/** A page names its map in `data-frame`. Only hosts of our own list get into the policy. */
function framesOf(html: string): string {
  return mapOrigins
    .filter((origin) => html.includes(` data-frame="${origin}/`))
    .map((origin) => ` ${origin}`)
    .join("");
}

function hashesOf(html: string, pattern: RegExp): string {
  const hashes = new Set<string>();
  for (const match of html.matchAll(pattern)) {
    if (match[1]) hashes.add(` ${hashOfStyles(match[1])}`);
  }
  return [...hashes].join("");
}

const styleHashes = new Map<string, string>();

/** The build defines all styles, so this cache stays small. */
function hashOfStyles(styles: string): string {
  const hash = styleHashes.get(styles) ?? sourceHash(styles);
  if (styleHashes.size < 100) styleHashes.set(styles, hash);
  return hash;
}

/**
 * Stops forms and scripts of other sites from acting for a visitor. React Router checks less: it accepts a missing
 * Origin and skips routes without a page.
 */
export function isForeignWrite(
  method: string,
  headers: Record<string, string | string[] | undefined>,
  origin: string,
) {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return false;
  const site = headers["sec-fetch-site"];
  return headers["origin"] !== origin || (site !== undefined && site !== "same-origin");
}
