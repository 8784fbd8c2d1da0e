import { scryptSync } from "node:crypto";

/**
 * The URL of the role that we create. Its password derives from the owner's, so that every node and command knows it
 * and no file stores it. The owner's password cannot be derived from it.
 */
export function webUrlOf(owner: string): string | null {
  const url = new URL(owner);
  if (url.password === "") return null;
  const database = decodeURIComponent(url.pathname.slice(1));
  url.username = encodeURIComponent(`${database.slice(0, 59)}_web`);
  url.password = scryptSync(url.password, `amana web role of ${database}`, 24).toString("hex");
  return url.href;
}

/**
 * The URL of the login that reads for public pages through a pooler. Its password derives from the one of the site's role.
 * Null if that has none. All databases share the role amana_public, so no login may get that name.
 */
export function publicUrlOf(web: string): string | null {
  const url = new URL(web);
  if (url.password === "") return null;
  const database = decodeURIComponent(url.pathname.slice(1));
  url.username = encodeURIComponent(`${database.slice(0, 54)}_visitors`);
  url.password = scryptSync(url.password, `amana public reads of ${database}`, 24).toString("hex");
  return url.href;
}
