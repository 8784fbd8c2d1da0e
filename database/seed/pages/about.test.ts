import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test.each(["en", "sw"])("no title of a step promises two people to a fund with one admin: %s", (language) => {
  const text = readFileSync(`database/seed/pages/about.${language}.md`, "utf8");
  const titles = [...text.matchAll(/^\d\. \*\*(.+?)\*\*/gm)].map(([, title = ""]) => title);
  expect(titles).toHaveLength(6);
  expect(titles.filter((title) => /\b(?:two|wawili|mbili)\b/i.test(title))).toEqual([]);
});
