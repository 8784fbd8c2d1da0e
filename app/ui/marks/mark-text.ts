/** A text and the selected part of it. */
export type Selected = { text: string; from: number; to: number };

export const marks = ["bold", "italic", "list", "heading", "link"] as const;
export type Mark = (typeof marks)[number];

/**
 * Writes the Markdown of a mark around the selection, and selects what to type next. A second press takes it away.
 * Without a selection, the mark stands around the example.
 */
export function markText(selected: Selected, mark: Mark, example: string): Selected {
  switch (mark) {
    case "bold":
      return surround(selected, "**", example);
    case "italic":
      return surround(selected, "*", example);
    case "list":
      return list(selected);
    case "heading":
      return heading(selected);
    case "link":
      return link(selected, example);
  }
}

function surround({ text, from, to }: Selected, sign: "*" | "**", example: string): Selected {
  const [before, chosen, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  // One star around bold words is theirs. Three are both marks.
  const stars = Math.min(/\**$/.exec(before)?.[0].length ?? 0, /^\**/.exec(after)?.[0].length ?? 0);
  const isMarked = sign === "**" ? stars >= 2 : stars % 2 === 1;
  if (isMarked) return selecting(before.slice(0, -sign.length), chosen, after.slice(sign.length));
  return selecting(before + sign, chosen || example, sign + after);
}

/** Every line of the selection is an item. */
function list({ text, from, to }: Selected): Selected {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const lines = text.slice(start, to).split("\n");
  const isList = lines.every((line) => line.startsWith("- "));
  const written = lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join("\n");
  const end = start + written.length;
  // Without its dash, one line can get another mark next.
  const first = lines.length > 1 ? start : Math.max(start, from + (isList ? -2 : 2));
  return { text: text.slice(0, start) + written + text.slice(to), from: first, to: end };
}

function heading({ text, from, to }: Selected): Selected {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const line = text.slice(start);
  const words = line.replace(/^#{1,6} +/, "");
  const written = words === line ? `## ${line}` : words;
  const moved = written.length - line.length;
  return {
    text: text.slice(0, start) + written,
    from: Math.max(start, from + moved),
    to: Math.max(start, to + moved),
  };
}

function link({ text, from, to }: Selected, example: string): Selected {
  const before = `${text.slice(0, from)}[${text.slice(from, to) || example}](`;
  return selecting(before, "https://", `)${text.slice(to)}`);
}

const selecting = (before: string, chosen: string, after: string): Selected => ({
  text: before + chosen + after,
  from: before.length,
  to: before.length + chosen.length,
});
