type PageHandle = { styles?: unknown; app?: unknown };

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === "object" && handle !== null;
