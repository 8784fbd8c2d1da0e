import { inLanguage } from "#domain/content/language.ts";
import { useLanguage } from "#app/messages/translator.tsx";
import { useFund, useSite } from "./fund.ts";

/** Schema.org data about the fund, for search engines. */
export function useFundData(origin: string) {
  const language = useLanguage();
  const name = useFund();
  const { fund, contact } = useSite().settings;
  return {
    ...fundReference(origin, name),
    description: inLanguage(fund.tagline, language).text,
    logo: `${origin}/apple-touch-icon.png`,
    areaServed: "TZ",
    address: {
      "@type": "PostalAddress",
      streetAddress: inLanguage(contact.address, language).text,
      addressCountry: "TZ",
    },
    ...(contact.phones.length > 0 && { telephone: contact.phones.map((phone) => phone.replaceAll(" ", "")) }),
    ...(contact.emails.length > 0 && { email: contact.emails }),
  };
}

/** A short reference to the fund, for pages about something else. */
export function fundReference(origin: string, name: string) {
  return { "@type": "NGO", "@id": `${origin}/#fund`, name, url: `${origin}/` };
}
