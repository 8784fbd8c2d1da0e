import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { refusedWords } from "#tests/support/content/refused-words.ts";

/** Texts for developers and operators: the terminal, the configuration, the sandbox, the log and the bench. */
const files = [
  ...["start.ts", "develop.ts", "config.server.ts", "storage/secret-key.ts", "payments/environment.ts"],
  ...["database/external.ts", "database/installation.ts", "database/migrate.ts", "database/web-role.ts"],
  ...globSync([
    "scripts/*.{ts,mjs}",
    "database/embedded/*.ts",
    "payments/gateway-sandbox/*.ts",
    "bench/**/*.ts",
  ]),
].filter((file) => !file.endsWith(".test.ts"));

/** Terms of the trade, the provider's endpoint `wallet-payment` and the Unix account `nobody`. */
const allowed = /^(?:['"]|threshold|push|prompt|order id|wallet →|nobody →)/i;

const refusedIn = (text: string) => refusedWords("en", text).filter((word) => !allowed.test(word));

/** String literals that are sentences: they have a space and a letter. */
const sentences = (source: string) =>
  [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, quoted, template]) => (quoted ?? template ?? "").replaceAll(/\$\{[^}]*\}|<[^>]*>/g, " "))
    .filter((text) => / /.test(text.trim()) && /[a-z]{3} /i.test(text) && !/[{}=]/.test(text));

const comments = (source: string) =>
  [...source.matchAll(/\/\*+([\s\S]*?)\*\/|(?:^|\s)\/\/ (.*)/g)].map(([, block, line]) =>
    (block ?? line ?? "").replaceAll(/`[^`]*`/g, " "),
  );

const relativeOpening = /^(?:What|Whatever|Who|Whoever|Whose|Where|Which|Of which|How|Why)\b[^?]*$/;

test("texts for developers are found", () => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((file) => sentences(readFileSync(file, "utf8"))).length).toBeGreaterThan(200);
});

test.each(files)("texts and comments use the words of the glossary: %s", (file) => {
  const source = readFileSync(file, "utf8");
  expect([...sentences(source), ...comments(source)].flatMap(refusedIn)).toEqual([]);
});

const logs = globSync("{app,jobs,operations,payments,outside,storage,email,database}/**/*.{ts,tsx}")
  .filter((file) => !file.includes(".test."))
  .flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        /\b(?:log|logContext\))\??\.(?:info|warn|error)\(\s*(?:[^"()]*,\s*)?"([^"]+)"/g,
      ),
    ].map(([, phrase = ""]) => ({ file, phrase })),
  );

test("log phrases are found", () => {
  expect(logs.length).toBeGreaterThan(20);
});

test.each(logs)("a log phrase is short and uses the glossary's words: $phrase", ({ phrase }) => {
  expect(refusedIn(phrase)).toEqual([]);
  const isWarning = /^[A-Z].*\.$/.test(phrase);
  expect(isWarning || phrase.split(" ").length <= 7, phrase).toBe(true);
});

test("no sentence of a comment opens with a relative word", () => {
  const files = globSync("**/*.{ts,tsx,mjs,css}", {
    exclude: ["**/node_modules/**", "build/**", "data/**", ".react-router/**"],
  });
  const found = files.flatMap((file) =>
    comments(readFileSync(file, "utf8")).map((comment) => ({ file, comment })),
  );
  expect(found.length).toBeGreaterThan(3_000);
  const openings = found.flatMap(({ file, comment }) =>
    comment
      .split(/(?<=[.!:;])\s+(?:\*\s+)?|^\s*\*?\s+/)
      .filter((sentence) => relativeOpening.test(sentence))
      .map((sentence) => `${file}: ${sentence}`),
  );
  expect(openings).toEqual([]);
});
