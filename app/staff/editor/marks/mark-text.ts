/** A text and the selected part of it. */
export type Selected = { text: string; from: number; to: number };

export const marks = ["bold", "heading", "link"] as const;
export type Mark = (typeof marks)[number];

/** Writes the Markdown of a mark around the selection, and selects what to type next. A second press takes it away. */
export function markText(selected: Selected, mark: Mark): Selected {
  switch (mark) {
    case "bold":
      return bold(selected);
    case "heading":
      return heading(selected);
    case "link":
      return link(selected);
  }
}

function bold({ text, from, to }: Selected): Selected {
  const chosen = text.slice(from, to);
  if (text.slice(0, from).endsWith("**") && text.slice(to).startsWith("**"))
    return selecting(text.slice(0, from - 2), chosen, text.slice(to + 2));
  return selecting(`${text.slice(0, from)}**`, chosen || "bold text", `**${text.slice(to)}`);
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

function link({ text, from, to }: Selected): Selected {
  const before = `${text.slice(0, from)}[${text.slice(from, to) || "words of the link"}](`;
  return selecting(before, "https://", `)${text.slice(to)}`);
}

const selecting = (before: string, chosen: string, after: string): Selected => ({
  text: before + chosen + after,
  from: before.length,
  to: before.length + chosen.length,
});
