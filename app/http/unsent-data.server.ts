import type { EntryContext } from "react-router";

const originals = new WeakMap<object, unknown>();

/** Hides a loader's data from the router, which would write it into a page that never reads it. */
export function withhold(data: object): object {
  const replacement = {};
  originals.set(replacement, data);
  return replacement;
}

/** Restores what loaders returned, so that the page can be rendered. */
export function withOriginalData(entry: EntryContext): EntryContext {
  const { staticHandlerContext } = entry;
  const loaderData = Object.fromEntries(
    Object.entries(staticHandlerContext.loaderData).map(([id, data]) => [id, original(data)]),
  );
  return { ...entry, staticHandlerContext: { ...staticHandlerContext, loaderData } };
}

function original(data: unknown): unknown {
  const isReplaced = typeof data === "object" && data !== null && originals.has(data);
  return isReplaced ? originals.get(data) : data;
}
