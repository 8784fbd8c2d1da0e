import { expect } from "vitest";

/** Like `toContain`, without a whole page in the report when it fails. */
export function expectText(html: string, words: string): void {
  expect(html.includes(words), `"${words}" should stand in ${nameOf(html)}`).toBe(true);
}

export function expectNoText(html: string, words: string): void {
  expect(html.includes(words), `"${words}" should not stand in ${nameOf(html)}`).toBe(false);
}

const nameOf = (html: string) => /<title>[^<]*<\/title>/.exec(html)?.[0] ?? html.slice(0, 100);
