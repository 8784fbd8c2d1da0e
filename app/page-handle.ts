/** A route's own styles, and whether it is an application (the staff area) or a page. */
type PageHandle = { styles?: unknown; app?: unknown };

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === "object" && handle !== null;
