import { useLocation } from "react-router";
import { locales, type Language } from "#domain/language.ts";
import type { Picture } from "#domain/picture.ts";
import { useLanguage } from "#app/messages/translator.tsx";
import { inOtherLanguage } from "./address.ts";

type Props = {
  origin: string;
  fund: string;
  title: string;
  description: string;
  picture?: Picture | null;
  /** Parts of the query that make a page of its own, such as the category of the list. */
  query?: string;
  data?: object[];
  hidden?: boolean;
};

/** What search engines and messengers read. React moves these to the head. */
export function PageHead({
  origin,
  fund,
  title,
  description,
  picture,
  query = "",
  data = [],
  hidden = false,
}: Props) {
  const language = useLanguage();
  const { pathname } = useLocation();
  const other = inOtherLanguage(pathname, query);
  const own = origin + (pathname === "/" ? "/" : pathname.replace(/\/$/, "")) + query;
  const address = { [language]: own, [other.language]: origin + other.address };
  const fullTitle = title === fund ? title : `${title} · ${fund}`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {hidden && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={own} />
      {(["en", "sw"] satisfies Language[]).map((each) => (
        <link key={each} rel="alternate" hrefLang={locales[each]} href={address[each]} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address["en"]} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={fund} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={own} />
      <meta property="og:locale" content={locales[language].replace("-", "_")} />
      {picture && <meta property="og:image" content={`${origin}/media/${picture.id}/1200.jpeg`} />}
      {picture && <meta property="og:image:width" content="1200" />}
      {picture && (
        <meta
          property="og:image:height"
          content={String(Math.round((picture.height * 1200) / picture.width))}
        />
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {data.map((each, at) => (
        // A `<` could close the element early; JSON may write it as an escape.
        <script
          key={at}
          type="application/ld+json"
          dangerouslySetInnerHTML={{
            __html: JSON.stringify({ "@context": "https://schema.org", ...each }).replaceAll("<", "\\u003c"),
          }}
        />
      ))}
    </>
  );
}
