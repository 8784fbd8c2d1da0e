import { localAddress } from "#app/site/address.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** The titles of the specification. Staff can rename an item; then no page is known for it. */
const pages = new Map([
  ["Donor Dashboard", { path: "/campaigns", words: "pages.about.toCampaigns" }],
  ["Shariah Advisory", { path: "/#advisory", words: "pages.about.toAdvisory" }],
] as const);

/** Leads from a claim about accountability to the page that shows it, if there is one. */
export function ProofLink({ title }: { title: string }) {
  const t = useText();
  const language = useLanguage();
  const page = [...pages].find(([of]) => of === title)?.[1];
  if (page === undefined) return null;
  return (
    <a className="proof-link" href={localAddress(language, page.path)}>
      {t(page.words)}
    </a>
  );
}
