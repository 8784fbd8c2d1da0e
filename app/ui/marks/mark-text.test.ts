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
  const { text, from, to } = markText(selected, mark, "words");
  return `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
}

test.each<[Mark, string, string]>([
  ["bold", "Give |now| please", "Give **|now|** please"],
  ["bold", "Give **|now|** please", "Give |now| please"],
  ["bold", "Give || please", "Give **|words|** please"],
  ["italic", "Give |now| please", "Give *|now|* please"],
  ["italic", "Give *|now|* please", "Give |now| please"],
  ["italic", "Give **|now|** please", "Give ***|now|*** please"],
  ["italic", "Give ***|now|*** please", "Give **|now|** please"],
  ["bold", "Give ***|now|*** please", "Give *|now|* please"],
  ["bold", "Give *|now|* please", "Give ***|now|*** please"],
  ["list", "One\nTw|o\nThr|ee", "One\n|- Two\n- Thr|ee"],
  ["list", "One\n|- Two\n- Three|", "One\n|Two\nThree|"],
  ["list", "||", "- ||"],
  ["list", "One\n|Two|", "One\n- |Two|"],
  ["list", "One\n- |Two|", "One\n|Two|"],
  ["heading", "One\nO|u|r aim\nThree", "One\n## O|u|r aim\nThree"],
  ["heading", "One\n### O|u|r aim", "One\nO|u|r aim"],
  ["heading", "||", "## ||"],
  ["link", "Read |the rules| first", "Read [the rules](|https://|) first"],
  ["link", "Read ||", "Read [words](|https://|)"],
])("%s of %s is %s", (mark, shown, becomes) => {
  expect(marked(shown, mark)).toBe(becomes);
});
