import type { Parts } from "#app/site/part.tsx";

type Rendered = Map<string, string>;

/** Parts show the site's settings, so new settings begin without any. */
const renderedWith = new WeakMap<object, { parts: Rendered; characters: number }>();

const afterMark = '"></template>';

const limitCharacters = 4_000_000;

/** The parts of one page. The mark must be unknown to those who write texts. */
export function openParts(mark: string): Parts & { assemble(html: string): string } {
  const places: { settings: object; key: string; html: string | null }[] = [];

  return {
    place(settings, key) {
      const html = find(settings, key);
      const at = places.push({ settings, key, html }) - 1;
      return html === null
        ? { start: `${mark}-start-${at}`, end: `${mark}-end-${at}` }
        : { known: `${mark}-known-${at}` };
    },

    /** Replaces the marks by the parts, and keeps the new parts. */
    assemble(html) {
      if (places.length === 0) return html;
      const [first = "", ...others] = html.split(`<template data-part="${mark}`);
      const pieces = [first];
      const starts: number[] = [];
      for (const other of others) {
        const end = other.indexOf(afterMark);
        const [, sign, number] = other.slice(0, end).split("-");
        const rest = other.slice(end + afterMark.length);
        const place = places[Number(number)];
        if (!place) throw new Error("a mark of a part has no place");
        if (sign === "known") pieces.push(place.html ?? "");
        if (sign === "start") starts.push(pieces.length);
        if (sign === "end") store(place.settings, place.key, pieces.slice(starts.pop()).join(""));
        pieces.push(rest);
      }
      return pieces.join("");
    },
  };
}

function find(settings: object, key: string): string | null {
  const parts = renderedWith.get(settings)?.parts;
  const html = parts?.get(key);
  if (parts === undefined || html === undefined) return null;
  // The parts that were used last are kept.
  parts.delete(key);
  parts.set(key, html);
  return html;
}

/** V8 keeps a piece of a long string as a place in it, so every part would hold its first page in memory. */
const copyOf = (piece: string) => Buffer.from(piece).toString();

function store(settings: object, key: string, html: string): void {
  const kept = renderedWith.get(settings) ?? { parts: new Map<string, string>(), characters: 0 };
  renderedWith.set(settings, kept);
  if (!kept.parts.has(key)) kept.characters += key.length + html.length;
  kept.parts.set(key, copyOf(html));
  for (const [oldest, text] of kept.parts) {
    if (kept.characters <= limitCharacters) break;
    kept.parts.delete(oldest);
    kept.characters -= oldest.length + text.length;
  }
}
