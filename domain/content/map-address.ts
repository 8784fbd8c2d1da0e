/** The map services that a page may show in a frame. */
export const mapOrigins = [
  "https://www.openstreetmap.org",
  "https://www.google.com",
  "https://maps.google.com",
];

/**
 * The URL in normalised form. Null if its host is not allowed, because the content security policy gets its origin.
 */
export function mapAddress(written: string): string | null {
  const url = URL.parse(written);
  if (url === null || !mapOrigins.includes(url.origin) || url.username !== "" || url.password !== "")
    return null;
  return url.href;
}
