import { plainWords } from "#domain/content/markdown.ts";

/** The first sentence of a paragraph, and what follows it. A point inside a number or after a short title ends nothing. */
export function firstSentence(paragraph: string): [sentence: string, rest: string] {
  const end = /(?<!\b(?:Dr|Prof|Mr|Mrs|Ms|Eng|Sh|Bw|Bi|St|No|Na))[.!?…]["”’)]?(?=\s+\p{Lu})/u.exec(paragraph);
  if (end === null) return [paragraph, ""];
  const at = end.index + end[0].length;
  return [paragraph.slice(0, at), paragraph.slice(at).trim()];
}

/** The first sentence of a text with Markdown. A list or a further paragraph starts a new line. */
export function openingOf(markdown: string): string {
  const [line = ""] = markdown.trim().split("\n");
  return firstSentence(plainWords(line))[0].replace(/:$/, "");
}
