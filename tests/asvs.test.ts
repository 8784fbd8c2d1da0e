import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

// docs/asvs.md is true only as long as the tests and files that it names exist.

const rows = readFileSync("docs/asvs.md", "utf8")
  .split("\n")
  .filter((line) => /^\| +\d+\.\d+\.\d+ +\|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, id = "", requirement = "", proof = ""]) => ({ id, requirement, proof }));

test("each of the 182 applicable requirements has one line", () => {
  expect(rows).toHaveLength(182);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(182);
  expect(rows.filter(({ requirement }) => requirement === "")).toEqual([]);
});

test.each(rows)("$id names a test, a file or a signed note that exists", ({ proof }) => {
  const tests = [...proof.matchAll(/test: `([^`]+)` "([^"]+)"/g)];
  for (const [, file = "", name = ""] of tests)
    expect(
      titlesIn(file).some((title) => title.startsWith(name)),
      `${file} has "${name}"`,
    ).toBe(true);
  const files = [...proof.matchAll(/file: `([^`]+)`/g)];
  for (const [, file = ""] of files) expect(statSync(file).isFile(), file).toBe(true);
  const isSigned = /note: .+ \(signed: .+, \d{4}-\d{2}-\d{2}\)/.test(proof);
  expect(tests.length > 0 || files.length > 0 || isSigned, proof).toBe(true);
});

/** Each name of a test, in quotes before its function. A skipped test proves nothing. */
function titlesIn(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [
    ...text.matchAll(/(\.(?:skip|todo)[^"`]*)?\(\s*(["`])((?:(?!\2).)+)\2,\s*(?:\{|async|\()/g),
  ].flatMap(([, skipped, , title = ""]) => (skipped === undefined ? [title] : []));
}
