import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Theme = "light" | "dark";

const tokens = tokensOf(readFileSync(new URL("tokens.css", import.meta.url), "utf8"));

/** Text and its backgrounds: at least 4.5 : 1 (WCAG 1.4.3). */
const words: [ink: string, grounds: string[]][] = [
  ["ink", ["paper", "surface", "sunk", "brand-soft", "gold-soft"]],
  ["muted", ["paper", "surface", "sunk"]],
  ["brand", ["paper", "surface", "sunk", "brand-soft"]],
  ["on-brand", ["brand"]],
  ["gold", ["paper", "surface", "sunk", "gold-soft"]],
  ["error", ["paper", "surface", "sunk", "error-soft"]],
  ["on-deep", ["deep", "deeper"]],
  ["on-deep-muted", ["deep", "deeper"]],
  ["on-deep-gold", ["deep", "deeper"]],
  ["on-gold-button", ["gold-button"]],
];

/** Borders of fields, bars and focus rings: at least 3 : 1 (WCAG 1.4.11). */
const shapes: [shape: string, grounds: string[]][] = [
  ["edge", ["paper", "surface", "sunk"]],
  ["brand", ["paper", "surface", "line"]],
  ["gold", ["paper", "surface"]],
  ["gold-button", ["deep"]],
];

for (const theme of ["light", "dark"] as const) {
  test(`words can be read in the ${theme} theme`, () => expectContrast(words, theme, 4.5));
  test(`fields, bars and focus can be seen in the ${theme} theme`, () => expectContrast(shapes, theme, 3));
}

test("every colour token is either paired here or only a line", () => {
  const paired = new Set([...words, ...shapes].flatMap(([ink, grounds]) => [ink, ...grounds]));
  expect([...tokens.keys()].filter((name) => !paired.has(name))).toEqual([]);
});

test("the contrast formula is WCAG's", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 2);
});

function expectContrast(pairs: [string, string[]][], theme: Theme, least: number) {
  for (const [ink, grounds] of pairs)
    for (const ground of grounds) {
      const ratio = contrast(colour(ink, theme), colour(ground, theme));
      expect(ratio, `--${ink} on --${ground} in the ${theme} theme`).toBeGreaterThanOrEqual(least);
    }
}

function colour(name: string, theme: Theme): string {
  const token = tokens.get(name);
  if (!token) throw new Error(`tokens.css has no colour --${name}`);
  return token[theme];
}

function tokensOf(css: string): Map<string, Record<Theme, string>> {
  const hex = "(#[0-9a-f]{6}|#[0-9a-f]{3})";
  const found = css.matchAll(
    new RegExp(`--([\\w-]+):\\s*(?:light-dark\\(\\s*${hex},\\s*${hex}\\s*\\)|${hex})\\s*;`, "gi"),
  );
  return new Map(
    [...found].map(([, name = "", light = "", dark = "", both = ""]) => [
      name,
      { light: light || both, dark: dark || both },
    ]),
  );
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(parseInt(digits.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
