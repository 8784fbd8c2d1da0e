import { languages, type Language } from "#domain/content/language.ts";

/** The place where a person typed last: the language of the field, and the line of its text without marks. */
export type TypedPlace = { language: Language; line: string };

/** Null for a field that both languages share. */
export function typedPlaceOf(field: EventTarget): TypedPlace | null {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  const language = languages.find((each) => each === field.lang);
  return language === undefined
    ? null
    : { language, line: shownLine(field.value, field.selectionStart ?? 0) };
}

function shownLine(text: string, caret: number): string {
  const start = text.lastIndexOf("\n", caret - 1) + 1;
  const [line = ""] = text.slice(start).split("\n", 1);
  const words = line.replaceAll(/^\s*(?:[#>*-]|\d+\.)+\s+|\*\*|\]\([^)]*\)|\[/g, "");
  return inOneSpace(words);
}

const inOneSpace = (text: string) => text.replaceAll(/\s+/g, " ").trim();

const texts = "main :is(h1, h2, h3, p, li, dt, dd), .site-nav li";

/** The text that was typed last, or else the first one that the page before did not have in the same language. */
export function findChange(
  before: Document,
  after: Document,
  typedAt: TypedPlace | null,
): Element | undefined {
  const known = new Set([...before.querySelectorAll(texts)].map(({ textContent }) => textContent));
  const changed = [...after.querySelectorAll(texts)].filter(({ textContent }) => !known.has(textContent));
  const line = typedAt?.line ?? "";
  const typed = changed.filter(({ textContent }) => line !== "" && inOneSpace(textContent).includes(line));
  const isTranslated = before.documentElement.lang !== after.documentElement.lang;
  return typed[0] ?? (isTranslated ? undefined : changed[0]);
}
