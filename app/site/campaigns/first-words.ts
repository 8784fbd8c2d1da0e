/** The words of a text that fit, with "…" where some are left out. */
export function firstWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf(" ", most - 1);
  if (end <= 0) return text;
  return `${text.slice(0, end).replace(/[\s,;:.–-]+$/, "")}…`;
}
