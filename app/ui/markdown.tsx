import { Fragment } from "react";
import { plainText, type Block, type Inline } from "#domain/content/markdown.ts";

type Props = {
  /** Below a heading of level 3, on a page with other texts: the headings are one level 4, without ids. */
  isNested?: boolean;
  blocks: Block[];
  /** Adds the page's language to an internal link. */
  localAddress: (path: string) => string;
};

/** Renders React elements and never raw HTML, so that no script in a text can run. */
export function Markdown({ blocks, localAddress, isNested = false }: Props) {
  const inline = (content: Inline[]) => <Words content={content} localAddress={localAddress} />;
  return blocks.map((block, at) => {
    if (block.kind === "paragraph") return <p key={at}>{inline(block.content)}</p>;
    if (block.kind === "heading" && isNested) return <h4 key={at}>{inline(block.content)}</h4>;
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

/** The level 2 headings, for a table of contents. */
export function contentsOf(blocks: Block[]): ContentsEntry[] {
  return blocks.flatMap((block) =>
    block.kind === "heading" && block.level === 2 ? [{ id: block.id, words: plainText(block.content) }] : [],
  );
}
