import { useRouteLoaderData } from "react-router";
import { inLanguage } from "#domain/content/language.ts";
import { useLanguage } from "#app/messages/translator.tsx";
import type { loader } from "./layout.tsx";

export function useSite() {
  const site = useRouteLoaderData<typeof loader>(`${useLanguage()}:site`);
  if (!site) throw new Error("this part is outside the site's layout");
  return site;
}

export function useFund(): string {
  const language = useLanguage();
  return inLanguage(useSite().settings.fund.name, language).text;
}

/** The name in payment requests. Networks know only one, in any language. */
export function usePayee(): string {
  const { name, payee } = useSite().settings.fund;
  return payee || name.en;
}
