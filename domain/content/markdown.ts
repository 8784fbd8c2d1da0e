import { isSafeAddress } from "#domain/content/safe-address.ts";

/**
 * Markdown for long texts: headings, paragraphs, lists, strong, emphasis and links. Everything else is plain text.
 */
export type Block =
  | { kind: "heading"; level: 2 | 3; id: string; content: Inline[] }
  | { kind: "paragraph"; content: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] };

export type Inline =
  | string
  | { kind: "strong"; content: Inline[] }
  | { kind: "emphasis"; content: Inline[] }
  | { kind: "link"; address: string; content: Inline[] };

export function parseMarkdown(text: string): Block[] {
  const taken = new Map<string, number>();
  return readBlocks(text).map((block): Block => {
    if (block.kind === "list")
      return { ...block, items: block.items.map((lines) => parseInline(lines.join(" "))) };
    const content = parseInline(block.lines.join(" "));
    if (block.kind === "paragraph") return { kind: "paragraph", content };
    return { kind: "heading", level: block.level, id: headingId(plainText(content), taken), content };
  });
}

export function plainText(content: Inline[]): string {
  return content.map((part) => (typeof part === "string" ? part : plainText(part.content))).join("");
}

/** The words without marks, for an email or a feed reader. Blocks are separated by blank lines. */
export function wordsOf(text: string): string {
  return parseMarkdown(text)
    .map((block) =>
      block.kind === "list"
        ? block.items.map((item) => `- ${plainText(item)}`).join("\n")
        : plainText(block.content),
    )
    .join("\n\n");
}

/** The words of a text without its marks, in one line. */
export function plainWords(text: string): string {
  return parseMarkdown(text)
    .flatMap((block) => (block.kind === "list" ? block.items.map(plainText) : plainText(block.content)))
    .join(" ");
}

type Lines = string[];
type RawList = { kind: "list"; ordered: boolean; items: Lines[] };
type RawBlock =
  | { kind: "heading"; level: 2 | 3; lines: Lines }
  | { kind: "paragraph"; lines: Lines }
  | RawList;

function readBlocks(text: string): RawBlock[] {
  const blocks: RawBlock[] = [];
  let list: RawList | null = null;
  /** The block that the next line continues. */
  let lines: Lines | null = null;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const trimmed = line.trim();
    const heading = /^(#{1,6})\s+(\S.*)$/.exec(trimmed);
    const item = /^([-*]|\d{1,9}[.)])\s+(\S.*)$/.exec(trimmed);
    if (trimmed === "") {
      list = null;
      lines = null;
    } else if (heading) {
      list = null;
      lines = null;
      const [, marks = "", words = ""] = heading;
      blocks.push({ kind: "heading", level: marks.length > 2 ? 3 : 2, lines: [words] });
    } else if (item) {
      const [, mark = "", words = ""] = item;
      const ordered = /\d/.test(mark);
      if (list === null || list.ordered !== ordered) {
        list = { kind: "list", ordered, items: [] };
        blocks.push(list);
      }
      lines = [words];
      list.items.push(lines);
    } else if (lines) {
      lines.push(trimmed);
    } else {
      lines = [trimmed];
      blocks.push({ kind: "paragraph", lines });
    }
  }
  return blocks;
}

type Frame = { kind: "text" | "strong" | "emphasis" | "link"; mark: string; content: Inline[] };

/** At most one strong, one emphasis and one link are open at a time, so the work grows linearly with the length. */
function parseInline(text: string): Inline[] {
  const root: Frame = { kind: "text", mark: "", content: [] };
  const stack = [root];
  const top = () => stack.at(-1) ?? root;
  const say = (words: string) => append(top().content, words);
  const isOpen = (kind: Frame["kind"]) => stack.some((frame) => frame.kind === kind);

  /** A mark that is never closed is shown as text. */
  const giveUp = () => {
    const frame = stack.pop();
    if (!frame) return;
    say(frame.mark);
    for (const part of frame.content) append(top().content, part);
  };
  const closeAt = (kind: Frame["kind"], make: (content: Inline[]) => Inline[]) => {
    while (top().kind !== kind) giveUp();
    const frame = stack.pop();
    for (const part of make(frame?.content ?? [])) append(top().content, part);
  };

  for (const { 0: token, groups, index } of text.matchAll(tokens)) {
    const kind = token === "**" ? "strong" : token === "*" ? "emphasis" : null;
    const before = text[index - 1] ?? " ";
    const after = text[index + token.length] ?? " ";
    if (kind && isOpen(kind) && before.trim() !== "") closeAt(kind, (content) => [{ kind, content }]);
    else if (kind && !isOpen(kind) && after.trim() !== "") stack.push({ kind, mark: token, content: [] });
    else if (token === "[" && !isOpen("link")) stack.push({ kind: "link", mark: token, content: [] });
    else if (groups?.["address"] !== undefined && isOpen("link")) {
      const address = groups["address"];
      closeAt("link", (content) => (isSafeAddress(address) ? [{ kind: "link", address, content }] : content));
    } else if (token === "]" && isOpen("link")) {
      while (isOpen("link")) giveUp();
      say(token);
    } else say(groups?.["escaped"] ?? token);
  }
  while (stack.length > 1) giveUp();
  return root.content;
}

// A link target contains no bracket, so that the search for one never reads the same characters twice.
const tokens = /\\(?<escaped>[\\*[\]#-])|\*\*|\*|\[|\]\((?<address>[^\s()[\]]*)\)|\]|[^\\*[\]]+|\\/g;

function append(content: Inline[], part: Inline): void {
  const last = content.at(-1);
  if (part === "") return;
  if (typeof part === "string" && typeof last === "string") content[content.length - 1] = last + part;
  else content.push(part);
}

/** The prefix avoids ids that the site's own frame uses. */
function headingId(words: string, taken: Map<string, number>): string {
  const name = words
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  const id = `s-${name.slice(0, 60) || "part"}`;
  const times = (taken.get(id) ?? 0) + 1;
  taken.set(id, times);
  return times === 1 ? id : `${id}--${times}`;
}
