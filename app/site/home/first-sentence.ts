/** The first sentence of a paragraph, and what follows it. A point inside a number or after a short title ends nothing. */
export function firstSentence(paragraph: string): [sentence: string, rest: string] {
  const end = /(?<!\b(?:Dr|Prof|Mr|Mrs|Ms|Eng|Sh|Bw|Bi|St|No|Na))[.!?…]["”’)]?(?=\s+\p{Lu})/u.exec(paragraph);
  if (end === null) return [paragraph, ""];
  const at = end.index + end[0].length;
  return [paragraph.slice(0, at), paragraph.slice(at).trim()];
}
