import { inLanguage } from "#domain/content/language.ts";
import type { Section } from "#domain/content/sections.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "./address.ts";

type NavigationLink = { label: string; address: string };
/** An item with links opens as a submenu, whose first entry is its own page. */
export type NavigationItem = NavigationLink & { links: NavigationLink[] };

export function useNavigation(submenus: Section<"submenus">): NavigationItem[] {
  const t = useText();
  const language = useLanguage();
  const item = (label: string, path: string, below: Section<"submenus">["about"] = []): NavigationItem => ({
    label,
    address: localAddress(language, path),
    links: below.map((link) => ({
      label: inLanguage(link.label, language).text,
      address: localAddress(language, link.address),
    })),
  });
  return [
    item(t("frame.home"), "/"),
    item(t("frame.about"), "/#about", submenus.about),
    item(t("frame.advisory"), "/#advisory", submenus.advisory),
    item(t("frame.campaigns"), "/#campaigns", submenus.campaigns),
    item(t("frame.contact"), "/#contact", submenus.contact),
  ];
}
