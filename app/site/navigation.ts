import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "./address.ts";

export type NavigationLink = { label: string; address: string };
/** An item with links opens as a submenu, whose first entry is its own page. */
export type NavigationItem = NavigationLink & { links: NavigationLink[] };

export function useNavigation(): NavigationItem[] {
  const t = useText();
  const language = useLanguage();
  const item = (label: string, path: string): NavigationItem => ({
    label,
    address: localAddress(language, path),
    links: [],
  });
  return [
    item(t("frame.home"), "/"),
    item(t("frame.about"), "/#about"),
    item(t("frame.advisory"), "/#advisory"),
    item(t("frame.campaigns"), "/#campaigns"),
    item(t("frame.contact"), "/#contact"),
  ];
}
