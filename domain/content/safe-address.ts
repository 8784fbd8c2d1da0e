/**
 * True for the site's own pages, https and email. Excludes `javascript:` and links to other hosts without a scheme.
 */
export function isSafeAddress(address: string): boolean {
  // Browsers drop control characters and read `\` as `/`.
  if (/[\s\p{Cc}\\]/u.test(address)) return false;
  if (/^mailto:[^@?]+@[^@?]+$/i.test(address)) return true;
  if (/^(?:\/(?!\/)|#)/.test(address)) return true;
  return /^https:\/\//i.test(address) && URL.canParse(address);
}
