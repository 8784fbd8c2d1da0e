import { expect, test } from "vitest";
import { localAddress } from "#app/site/address.ts";
import { languages } from "#domain/language.ts";
import { oneSpaced, pageTexts } from "#tests/support/page-texts.ts";
import { testSite } from "#tests/support/site.ts";

const site = await testSite();

for (const [path, wanted] of Object.entries(pageTexts))
  for (const language of languages)
    test(`without script, ${path} in ${language} says what is specified`, async () => {
      const { status, text } = await site.get(localAddress(language, path));
      expect(status).toBe(path === "/no-such-page" ? 404 : 200);
      const said = wordsOf(text);
      expect(wanted[language].filter((words) => !said.includes(words))).toEqual([]);
    });

function wordsOf(html: string): string {
  const body = html.slice(html.indexOf("<body"));
  const text = body
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, "")
    .replaceAll("<!-- -->", "")
    // What an icon is called is a text of the page too.
    .replaceAll(/<[^>]*? aria-label="([^"]*)"[^>]*>/g, " $1 ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
  return oneSpaced(text);
}
