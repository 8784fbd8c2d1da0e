import type { Language } from "#domain/content/language.ts";

/** Kiswahili pages are under /sw. English has no prefix, because the specification fixes its addresses. */
export function languageOf(pathname: string): Language {
  return pathname === "/sw" || pathname.startsWith("/sw/") ? "sw" : "en";
}

/** A path of the site in the given language: `/campaigns` is `/sw/campaigns` in Kiswahili. */
export function localAddress(language: Language, path: string): string {
  if (!path.startsWith("/")) return path;
  // Browsers read two slashes, or a slash and a backslash, as the start of another host.
  const rest = path.replace(/^[/\\]+/, "");
  if (language === "en") return `/${rest}`;
  return /^(?:[?#]|$)/.test(rest) ? `/sw${rest}` : `/sw/${rest}`;
}

export function inOtherLanguage(pathname: string, search: string): { language: Language; address: string } {
  if (languageOf(pathname) === "en")
    return { language: "sw", address: localAddress("sw", pathname) + search };
  return { language: "en", address: localAddress("en", pathname.slice(3) || "/") + search };
}
