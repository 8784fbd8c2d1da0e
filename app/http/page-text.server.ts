import type { FigurePlace } from "#app/site/cached/figure.tsx";

/** A place that shows figures, from one byte of the page to another. */
export type PlacedFigure = { place: FigurePlace; from: number; to: number };

export type PageText = { html: string; figures: PlacedFigure[] };

/** A response with a page's text beside it. As a body, the text would be copied and decoded several times. */
export class PageResponse extends Response {
  // The values of a WeakMap outlive collections of new objects, so each page's text would reach the old space.
  readonly page: PageText;

  constructor(page: PageText, init: ResponseInit) {
    super(null, init);
    this.page = page;
  }
}

export const pageText = (response: Response): PageText | null =>
  response instanceof PageResponse ? response.page : null;
