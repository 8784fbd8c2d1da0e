import { expect, test } from "vitest";
import { oneSpaced, pageTexts } from "#tests/support/content/page-texts.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

for (const { path, language, address, status, wanted } of pageTexts)
  test(`without script, ${path} in ${language} has the specified texts`, async () => {
    const answer = await site.get(address);
    expect(answer.status).toBe(status);
    const text = wordsOf(answer.text);
    expect(wanted.filter((words) => !text.includes(words))).toEqual([]);
  });

function wordsOf(html: string): string {
  const body = html.slice(html.indexOf("<body"));
  const text = body
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, "")
    .replaceAll(/<!-- -->|<wbr\/?>/g, "")
    // An icon's label is a text of the page too.
    .replaceAll(/<[^>]*? aria-label="([^"]*)"[^>]*>/g, " $1 ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
  return oneSpaced(text);
}
