/** The map services that a page may show in a frame. */
export const mapOrigins = [
  "https://www.openstreetmap.org",
  "https://www.google.com",
  "https://maps.google.com",
];

/** The address as a URL parser writes it, if it is on one of these hosts; a policy is made from its origin. */
export function mapAddress(written: string): string | null {
  const url = URL.parse(written);
  if (url === null || !mapOrigins.includes(url.origin) || url.username !== "" || url.password !== "")
    return null;
  return url.href;
}
