import { readFileSync } from "node:fs";

type Common = { heading: string; text: string };

/** A code block of docs/deploy.md. Its place is in the line that opens it, which renderers do not show. */
export type Block = Common &
  (
    | { kind: "commands"; on: "computer" | "server"; needsNetwork: boolean }
    | { kind: "file"; path: string }
    /** It needs a service on the internet, or values that the guide cannot know. */
    | { kind: "by hand" }
  );

export const guideFile = "docs/deploy.md";

export function readGuide(text = readFileSync(guideFile, "utf8")): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  const parts = text.matchAll(/^#+ (?<heading>.+)$|^(?<indent> *)```(?<mark>.+)\n(?<body>[^]*?)^ *```$/gm);
  for (const { groups = {} } of parts) {
    const { mark, body = "", indent = "" } = groups;
    heading = groups["heading"] ?? heading;
    if (mark !== undefined)
      blocks.push(toBlock(mark, { heading, text: body.replaceAll(`\n${indent}`, "\n") }));
  }
  return blocks;
}

function toBlock(mark: string, common: Common): Block {
  const [, ...words] = mark.split(" ");
  const valueOf = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const on = valueOf("on");
  const path = valueOf("file");
  if (on === "computer" || on === "server")
    return { kind: "commands", on, needsNetwork: words.includes("network"), ...common };
  if (path !== undefined) return { kind: "file", path, ...common };
  if (words.includes("by-hand")) return { kind: "by hand", ...common };
  throw new Error(`a block of ${guideFile} says nowhere how it is run: ${mark}\n${common.text}`);
}
