import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { refusedWords } from "#tests/support/content/refused-words.ts";

const files = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "bench/figures.md", "tests/faults/results.md"],
  ...globSync("docs/**/*.md"),
].map((file) => ({ file, text: readFileSync(file, "utf8") }));

const ourFolders =
  /^(?:app|bench|database|docs|domain|email|jobs|operations|payments|scripts|storage|tests)\//;

/** Words that the public texts refuse and that have a meaning of their own for developers, or are quoted. */
const allowed = /^(?:at once|threshold|push|prompt|in the meantime|['"])/i;

test("the documents are found", () => {
  expect(files.length).toBeGreaterThan(50);
});

test.each(files)("every link leads to a file: $file", ({ file, text }) => {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => !existsSync(join(dirname(file), link)))).toEqual([]);
});

test.each(files)("every file that is named exists: $file", ({ text }) => {
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|sql|md|txt|css))`/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.filter((path) => ourFolders.test(path) && !existsSync(path))).toEqual([]);
});

test.each(files)("the words are those of the glossary: $file", ({ text }) => {
  const prose = text
    .replaceAll(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, " ")
    .replaceAll(/["“][^"”]*["”]|(?<!\w)'[^'\n]*'/g, " ");
  expect(refusedWords("en", prose).filter((word) => !allowed.test(word))).toEqual([]);
});
