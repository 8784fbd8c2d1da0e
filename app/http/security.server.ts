import { createHash } from "node:crypto";

/** Sent with every answer, errors and redirects included. */
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

/** For answers that are not pages: nothing in them may run, whatever a browser takes them for. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The policy of one finished page: only its own inline scripts and styles, by their hashes. A gift's form is answered
 * with the way to the provider's page, and browsers hold that to what forms may reach.
 */
export function policyFor(html: string, providersPages: readonly string[] = []): string {
  const scripts = hashesOf(
    html,
    /<script(?![^>]*(?:\bsrc=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g,
  );
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

/** What a page may open in a frame, such as the map, it names in `data-frame`. */
function framesOf(html: string): string {
  const addresses = [...html.matchAll(/ data-frame="(https:\/\/[^"/]+)/g)].map(([, origin]) => ` ${origin}`);
  return [...new Set(addresses)].join("");
}

function hashesOf(html: string, pattern: RegExp): string {
  const hashes = new Set<string>();
  for (const match of html.matchAll(pattern)) {
    if (match[1]) hashes.add(` 'sha256-${createHash("sha256").update(match[1]).digest("base64")}'`);
  }
  return [...hashes].join("");
}

/**
 * A form or a script of another site must not act in a visitor's name. React Router checks less: it lets a missing
 * Origin pass and skips addresses without a page.
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
