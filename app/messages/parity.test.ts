import compile from "icu-minify/compile";
import format from "icu-minify/format";
import { expect, test } from "vitest";
import { networkWords } from "#app/staff/donations/words.ts";
import { locales } from "#domain/content/language.ts";
import en from "./en.ts";
import sw from "./sw.ts";
import { textsOf } from "./texts-of.ts";

const english = textsOf(en);
const kiswahili = textsOf(sw);

/** These texts are correctly the same in both languages. */
const alike = new Set([
  ...["category.registered-waqfu", "footer.rights", "kit.languages.sw"],
  ...["Mpesa", "Airtel"].map((network) => `giving.networks.${network}`),
]);

test("both languages have the same texts", () => {
  expect(english.size).toBeGreaterThan(50);
  expect([...kiswahili.keys()].sort()).toEqual([...english.keys()].sort());
});

test("staff read the names of networks that donors read in English", () => {
  expect(networkWords).toEqual(en.giving.networks);
});

test("no text is empty or has stray spaces", () => {
  for (const [key, text] of [...english, ...kiswahili]) expect(text, key).toMatch(/^\S(.*\S)?$/s);
});

test("a text takes the same arguments in both languages", () => {
  for (const [key, text] of english)
    expect([...argumentsOf(kiswahili.get(key) ?? "")].sort(), key).toEqual([...argumentsOf(text)].sort());
});

test("every Kiswahili text is a translation", () => {
  const untranslated = [...kiswahili].filter(
    ([key, text]) => text === english.get(key) && /\p{L}{3}/u.test(text),
  );
  expect(untranslated.map(([key]) => key).filter((key) => !alike.has(key))).toEqual([]);
  for (const key of alike) expect(kiswahili.get(key), `${key} need not be listed`).toBe(english.get(key));
});

test("every text can be formatted with exactly its arguments", () => {
  for (const [language, texts] of [
    ["en", english],
    ["sw", kiswahili],
  ] as const)
    for (const [key, text] of texts) {
      const translated = say(locales[language], text);
      expect(translated, `${language} ${key}`).not.toMatch(/[{}]|undefined/);
    }
});

test("arguments are distinguished from the texts of a plural", () => {
  expect(argumentsOf("{count, plural, one {day} other {# of {total} days}}")).toEqual(
    new Set(["count", "total"]),
  );
  expect(argumentsOf("{name}: {amount, number} on {date, date, long}")).toEqual(
    new Set(["name", "amount", "date"]),
  );
  expect(() => say("en", "{count, plural, one {day}")).toThrow();
});

function argumentsOf(text: string): Set<string> {
  const names = new Set<string>();
  // Inside a plural or a select, a brace after a selector opens text; any other brace opens an argument.
  for (const { index } of text.matchAll(/\{/g)) {
    const isWords = /(?:\b(?:zero|one|two|few|many|other|offset:\d+)|=\d+|[,}]\s*\w+)\s+$/.test(
      text.slice(0, index),
    );
    const name = /^\{\s*(\w+)\s*[,}]/.exec(text.slice(index))?.[1];
    if (name && !(isWords && isInsideChoice(text.slice(0, index)))) names.add(name);
  }
  return names;
}

function isInsideChoice(before: string): boolean {
  const open: string[] = [];
  for (const [token] of before.matchAll(/\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\b|[{}]/g))
    if (token === "}") open.pop();
    else open.push(token);
  return open.at(-1)?.includes(",") ?? false;
}

function say(locale: string, text: string): string {
  const values = {
    ...Object.fromEntries([...argumentsOf(text)].map((name) => [name, 2])),
    ...Object.fromEntries(tagsOf(text).map((name) => [name, (inner: string[]) => inner.join("")])),
  };
  const formatters = {
    getNumberFormat: () => new Intl.NumberFormat(locale),
    getPluralRules: () => new Intl.PluralRules(locale),
    getDateTimeFormat: () => new Intl.DateTimeFormat(locale),
  };
  return String(format(compile(text), locale, values, { formatters }));
}

const tagsOf = (text: string) => [...text.matchAll(/<(\w+)>/g)].map((match) => match[1] ?? "");
