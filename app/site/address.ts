import type { Language } from "#domain/content/language.ts";

/** Kiswahili stands under /sw; English has no prefix, so that the specification's addresses stay as they are. */
export function languageOf(pathname: string): Language {
  return pathname === "/sw" || pathname.startsWith("/sw/") ? "sw" : "en";
}

/** An address of the site as the given language writes it: `/campaigns` is `/sw/campaigns` in Kiswahili. */
export function localAddress(language: Language, path: string): string {
  if (!path.startsWith("/")) return path;
  // Two slashes, or a slash and a backslash, would name another site.
  const rest = path.replace(/^[/\\]+/, "");
  if (language === "en") return `/${rest}`;
  return /^(?:[?#]|$)/.test(rest) ? `/sw${rest}` : `/sw/${rest}`;
}

/** The same page in the other language. */
export function inOtherLanguage(pathname: string, search: string): { language: Language; address: string } {
  if (languageOf(pathname) === "en")
    return { language: "sw", address: localAddress("sw", pathname) + search };
  return { language: "en", address: localAddress("en", pathname.slice(3) || "/") + search };
}
