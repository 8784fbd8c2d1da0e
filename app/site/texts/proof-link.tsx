import { localAddress } from "#app/site/address.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** The titles of the specification. Staff can rename an item; then no page is known for it. */
const pages = {
  "Donor Dashboard": { path: "/campaigns", words: "pages.about.toCampaigns" },
  "Shariah Advisory": { path: "/#advisory", words: "pages.about.toAdvisory" },
} as const;

const hasPage = (title: string): title is keyof typeof pages => Object.hasOwn(pages, title);

/** Leads from a claim about accountability to the page that shows it, if there is one. */
export function ProofLink({ title }: { title: string }) {
  const t = useText();
  const language = useLanguage();
  if (!hasPage(title)) return null;
  const { path, words } = pages[title];
  return (
    <a className="proof-link" href={localAddress(language, path)}>
      {t(words)}
    </a>
  );
}
