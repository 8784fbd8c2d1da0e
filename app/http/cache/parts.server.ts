import type { FigurePlace } from "#app/site/cached/figure.tsx";
import type { Parts } from "#app/site/cached/part.tsx";
import type { PageText, PlacedFigure } from "#app/http/page-text.server.ts";

/** HTML, or a place that shows figures with the HTML of its figures. */
type Piece = string | { place: FigurePlace; html: string };
type Rendered = Map<string, Piece[]>;

/** Parts that no page used since the newer ones began are forgotten when those are half of the limit. */
type Kept = { newer: Rendered; older: Rendered; characters: number };

/** Parts show the site's settings, so new settings begin without any. */
const renderedWith = new WeakMap<object, Kept>();

const afterMark = '"></template>';

const limitCharacters = 4_000_000;

type Place =
  | { kind: "known"; pieces: Piece[] }
  | { kind: "part"; settings: object; key: string }
  | { kind: "figure"; place: FigurePlace };

/** The parts of one page. The mark must be unknown to those who write texts. */
export function openParts(mark: string): Parts & { assemble(html: string): PageText } {
  const places: Place[] = [];
  const add = (place: Place) => places.push(place) - 1;
  const marks = (at: number) => ({ start: `${mark}-start-${at}`, end: `${mark}-end-${at}` });

  return {
    place(settings, key) {
      const pieces = find(settings, key);
      if (pieces !== null) return { known: `${mark}-known-${add({ kind: "known", pieces })}` };
      return marks(add({ kind: "part", settings, key }));
    },

    placeFigure: (place) => marks(add({ kind: "figure", place })),

    /** Replaces the marks by the parts, keeps the new parts, and finds the figures. */
    assemble(html) {
      const [first = "", ...others] = html.split(`<template data-part="${mark}`);
      const pieces: Piece[] = [first];
      const starts: number[] = [];
      for (const other of others) {
        const end = other.indexOf(afterMark);
        const [, sign, number] = other.slice(0, end).split("-");
        const rest = other.slice(end + afterMark.length);
        const place = places[Number(number)];
        if (!place) throw new Error("a mark of a part has no place");
        if (place.kind === "known") pieces.push(...place.pieces);
        else if (sign === "start") starts.push(pieces.length);
        else if (place.kind === "part") store(place.settings, place.key, pieces.slice(starts.pop()));
        else
          pieces.push({
            place: place.place,
            html: pieces
              .splice(starts.pop() ?? 0)
              .map(htmlOf)
              .join(""),
          });
        pieces.push(rest);
      }
      return joined(pieces);
    },
  };
}

const htmlOf = (piece: Piece) => (typeof piece === "string" ? piece : piece.html);

function joined(pieces: Piece[]): PageText {
  const figures: PlacedFigure[] = [];
  let at = 0;
  for (const piece of pieces) {
    const to = at + Buffer.byteLength(htmlOf(piece));
    if (typeof piece !== "string") figures.push({ place: piece.place, from: at, to });
    at = to;
  }
  return { html: pieces.map(htmlOf).join(""), figures };
}

function find(settings: object, key: string): Piece[] | null {
  const kept = renderedWith.get(settings);
  const pieces = kept?.newer.get(key) ?? kept?.older.get(key);
  if (kept === undefined || pieces === undefined) return null;
  if (!kept.newer.has(key)) add(kept, key, pieces);
  return pieces;
}

/** V8 keeps a piece of a long string as a place in it, so every part would hold its first page in memory. */
const copyOf = (html: string) => Buffer.from(html).toString();

function copied(pieces: Piece[]): Piece[] {
  return pieces.map((piece) =>
    typeof piece === "string" ? copyOf(piece) : { ...piece, html: copyOf(piece.html) },
  );
}

const lengthOf = (pieces: Piece[]) => pieces.reduce((sum, piece) => sum + htmlOf(piece).length, 0);

function store(settings: object, key: string, pieces: Piece[]): void {
  const kept = renderedWith.get(settings) ?? { newer: new Map(), older: new Map(), characters: 0 };
  renderedWith.set(settings, kept);
  if (!kept.newer.has(key)) add(kept, key, copied(pieces));
}

function add(kept: Kept, key: string, pieces: Piece[]): void {
  kept.newer.set(key, pieces);
  kept.characters += key.length + lengthOf(pieces);
  if (kept.characters <= limitCharacters / 2) return;
  kept.older = kept.newer;
  kept.newer = new Map();
  kept.characters = 0;
}
