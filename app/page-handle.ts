type PageHandle = { styles?: unknown; app?: unknown; footer?: unknown; header?: unknown };

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === "object" && handle !== null;
