export type PageHandle = {
  styles?: unknown;
  app?: unknown;
  footer?: unknown;
  header?: unknown;
  /** "inline" for the page of a pay number. It must be small, so it loads no file of script. */
  script?: unknown;
};

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === "object" && handle !== null;
