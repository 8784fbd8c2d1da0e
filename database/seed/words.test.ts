import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageSlugs } from "#domain/content/pages.ts";
import { refusedWords } from "#tests/support/content/refused-words.ts";
import * as defaults from "./defaults.ts";
import * as demo from "./demo-content.ts";
import { projects } from "./infrastructure.ts";

const languages = ["en", "sw"] as const;
type Language = (typeof languages)[number];

/** The texts of one language inside any value, each by its path. */
function textsIn(value: unknown, language: Language, path = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === language && typeof each === "string" ? [[path, each]] : textsIn(each, language, `${path}.${key}`),
  );
}

function pageText(slug: string, language: Language): string {
  const text = readFileSync(new URL(`pages/${slug}.${language}.md`, import.meta.url), "utf8");
  return text.replaceAll(/\]\([^)]*\)/g, "]");
}

/** Fixed words and words in another sense, by language and path. An exception that is no longer needed fails. */
const allowed = new Set([
  "en .projects.1.giveTitle: ' → ’ and “ ”",
  "en .projects.2.features.0: at once → now, immediately",
  "en .viceChancellor.content: letters → email",
  "en .campaigns.3.story: letter → email",
  "sw .about.accountability.1.title: Fedha → pesa; silver is madini ya fedha",
  "sw .viceChancellor.content: barua → ujumbe, barua pepe",
  "sw .viceChancellor.pictureAlt: vitabu → daftari la hesabu",
  "sw .campaigns.3.story: barua → ujumbe, barua pepe",
  "sw .campaigns.6.description: vitabu → daftari la hesabu",
  "sw .campaigns.6.story: vitabu → daftari la hesabu",
  "sw .updates.3.content: Vitabu → daftari la hesabu",
  "sw .pages.privacy: Anwani → kiungo, barua pepe",
  "sw .pages.terms: Anwani → kiungo, barua pepe",
]);

test("the texts of a new installation use the words of the glossary", () => {
  const refused = languages.flatMap((language) =>
    [
      ...textsIn({ ...defaults, projects, ...demo }, language),
      ...pageSlugs.map((slug): [string, string] => [`.pages.${slug}`, pageText(slug, language)]),
    ].flatMap(([path, text]) => refusedWords(language, text).map((word) => `${language} ${path}: ${word}`)),
  );
  // Kiswahili pages are documents, where money is fedha.
  const wrong = refused.filter((line) => !/^sw \.(?:pages|campaigns)\..*: fedha →/i.test(line));
  expect(wrong.filter((line) => !allowed.has(line))).toEqual([]);
  for (const line of allowed) expect(wrong, "an unneeded exception").toContain(line);
});
