import type { FigurePlace } from "#app/site/cached/figure.tsx";

/** A place that shows figures, from one byte of the page to another. */
export type PlacedFigure = { place: FigurePlace; from: number; to: number };

export type PageText = { html: string; figures: PlacedFigure[] };

const texts = new WeakMap<Response, PageText>();

/** A response with a page's text beside it. As a body, the text would be copied and decoded several times. */
export function responseFor(text: PageText, init: ResponseInit): Response {
  const response = new Response(null, init);
  texts.set(response, text);
  return response;
}

export const pageText = (response: Response): PageText | null => texts.get(response) ?? null;
