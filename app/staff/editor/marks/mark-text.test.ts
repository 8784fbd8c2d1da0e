import { expect, test } from "vitest";
import { markText, type Mark, type Selected } from "./mark-text.ts";

/** The selection is between two bars. */
function marked(shown: string, mark: Mark): string {
  const [before = "", chosen = "", after = ""] = shown.split("|");
  const selected: Selected = {
    text: before + chosen + after,
    from: before.length,
    to: before.length + chosen.length,
  };
  const { text, from, to } = markText(selected, mark);
  return `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
}

test.each<[Mark, string, string]>([
  ["bold", "Give |now| please", "Give **|now|** please"],
  ["bold", "Give **|now|** please", "Give |now| please"],
  ["bold", "Give || please", "Give **|bold text|** please"],
  ["heading", "One\nO|u|r aim\nThree", "One\n## O|u|r aim\nThree"],
  ["heading", "One\n### O|u|r aim", "One\nO|u|r aim"],
  ["heading", "||", "## ||"],
  ["link", "Read |the rules| first", "Read [the rules](|https://|) first"],
  ["link", "Read ||", "Read [words of the link](|https://|)"],
])("%s of %s is %s", (mark, shown, becomes) => {
  expect(marked(shown, mark)).toBe(becomes);
});
