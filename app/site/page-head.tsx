import { useLocation } from "react-router";
import { locales, type Language } from "#domain/content/language.ts";
import { pictureAddress, pictureFilesIn, type Picture } from "#domain/content/picture.ts";
import { useLanguage } from "#app/messages/translator.tsx";
import { inOtherLanguage } from "./address.ts";

type Props = {
  origin: string;
  fund: string;
  title: string;
  description: string;
  picture?: Picture | null;
  /** A picture for messengers, 1200 × 630, instead of the page's own. */
  image?: string | undefined;
  /** Query values that make a separate page for search engines, such as the category of the list. */
  query?: string;
  data?: object[];
  hidden?: boolean;
};

/** Tags for search engines and messengers. React moves these to the head. */
export function PageHead({
  origin,
  fund,
  title,
  description,
  picture,
  image,
  query = "",
  data = [],
  hidden = false,
}: Props) {
  const language = useLanguage();
  const { pathname } = useLocation();
  const other = inOtherLanguage(pathname, query);
  const own = origin + (pathname === "/" ? "/" : pathname.replace(/\/$/, "")) + query;
  const address = { [language]: own, [other.language]: origin + other.address };
  const preview = previewOf(origin, image, picture);
  const fullTitle = title === fund ? title : `${title} · ${fund}`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={shortened(description, 155)} />
      {hidden && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={own} />
      {(["en", "sw"] satisfies Language[]).map((each) => (
        <link key={each} rel="alternate" hrefLang={locales[each]} href={address[each]} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address["en"]} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={fund} />
      <meta property="og:title" content={shortened(title, 65)} />
      <meta property="og:description" content={shortened(description, 155)} />
      <meta property="og:url" content={own} />
      <meta property="og:locale" content={locales[language].replace("-", "_")} />
      {preview && <meta property="og:image" content={preview.address} />}
      {preview && <meta property="og:image:width" content={String(preview.width)} />}
      {preview && <meta property="og:image:height" content={String(preview.height)} />}
      <meta name="twitter:card" content="summary_large_image" />
      {data.map((each, at) => (
        // A `<` could close the element early, so JSON escapes it.
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

type Preview = { address: string; width: number; height: number };

function previewOf(origin: string, image: string | undefined, picture?: Picture | null): Preview | null {
  if (image !== undefined) return { address: origin + image, width: 1200, height: 630 };
  if (!picture) return null;
  const file = pictureFilesIn("jpeg", picture.width).at(-1);
  if (!file) return null;
  const height = Math.round((picture.height * file.width) / picture.width);
  return { address: origin + pictureAddress(picture, file), width: file.width, height };
}

/** Messengers cut long titles and descriptions anywhere, so this cuts them at a word. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.lastIndexOf(" ", most - 1);
  return `${text.slice(0, cut > 0 ? cut : most - 1)}…`;
}
