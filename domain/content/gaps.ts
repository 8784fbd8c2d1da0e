/** Words in square brackets for the fund to replace, such as `[number]`. A link has a round bracket after it. */
const gap = /\[[^[\]\n]{2,60}\](?!\()/g;

export function gapsOf(text: string): string[] {
  return text.match(gap) ?? [];
}

/** The text without the sentences that staff have not filled in yet. */
export function withoutGaps(text: string): string {
  return text
    .split("\n")
    .map((line) => (gapsOf(line).length === 0 ? line : withoutOpenSentences(line)))
    .join("\n");
}

function withoutOpenSentences(line: string): string {
  const [, mark = "", words = ""] = /^(\s*(?:[-*]\s+|\d+[.)]\s+|#+\s+)?)(.*)$/.exec(line) ?? [];
  const filled = words.split(/(?<=[.!?…])\s+(?=\p{Lu})/u).filter((sentence) => gapsOf(sentence).length === 0);
  return filled.length === 0 ? "" : mark + filled.join(" ");
}
