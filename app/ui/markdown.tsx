import { Fragment } from "react";
import { plainText, type Block, type Inline } from "./markdown-parser.ts";

type Props = {
  blocks: Block[];
  /** The page's own way to write an internal address in its language. */
  localAddress: (path: string) => string;
};

/** Becomes elements and never HTML, so whatever a text holds is shown and nothing of it runs. */
export function Markdown({ blocks, localAddress }: Props) {
  const inline = (content: Inline[]) => <Words content={content} localAddress={localAddress} />;
  return blocks.map((block, at) => {
    if (block.kind === "paragraph") return <p key={at}>{inline(block.content)}</p>;
    if (block.kind === "heading") {
      const Tag = block.level === 2 ? "h2" : "h3";
      return (
        <Tag key={at} id={block.id}>
          {inline(block.content)}
        </Tag>
      );
    }
    const List = block.ordered ? "ol" : "ul";
    return (
      <List key={at}>
        {block.items.map((item, place) => (
          <li key={place}>{inline(item)}</li>
        ))}
      </List>
    );
  });
}

function Words({ content, localAddress }: { content: Inline[]; localAddress: Props["localAddress"] }) {
  return content.map((part, at) => {
    if (typeof part === "string") return <Fragment key={at}>{part}</Fragment>;
    const words = <Words content={part.content} localAddress={localAddress} />;
    if (part.kind === "strong") return <strong key={at}>{words}</strong>;
    if (part.kind === "emphasis") return <em key={at}>{words}</em>;
    return (
      <a key={at} href={part.address.startsWith("/") ? localAddress(part.address) : part.address}>
        {words}
      </a>
    );
  });
}

export type ContentsEntry = { id: string; words: string };

/** The headings of the first rank, for a list of contents. */
export function contentsOf(blocks: Block[]): ContentsEntry[] {
  return blocks.flatMap((block) =>
    block.kind === "heading" && block.level === 2 ? [{ id: block.id, words: plainText(block.content) }] : [],
  );
}
