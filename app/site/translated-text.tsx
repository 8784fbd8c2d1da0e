import { inLanguage, type Language, type Translated } from "#domain/content/language.ts";
import { useLanguage } from "#app/messages/translator.tsx";

type Props = { text: Translated; as?: "span" | "p" | "h1" | "h2" | "h3"; className?: string };

/** A text by staff. It names its language if the translation into the page's language is missing. */
export function TranslatedText({ text, as: Tag = "span", className }: Props) {
  const language = useLanguage();
  const shown = inLanguage(text, language);
  return (
    <Tag className={className} lang={shown.lang === language ? undefined : shown.lang}>
      {shown.text}
    </Tag>
  );
}

export function useTranslated(): (text: Translated) => string {
  const language = useLanguage();
  return (text) => inLanguage(text, language).text;
}

/** Staff separate paragraphs with blank lines. */
export function inParagraphs(text: Translated, language: Language): Translated[] {
  const shown = inLanguage(text, language);
  return shown.text
    .split(/\n\s*\n/)
    .map((part) => ({ en: part.trim(), sw: shown.lang === "sw" ? part.trim() : null }))
    .filter((part) => part.en !== "");
}
