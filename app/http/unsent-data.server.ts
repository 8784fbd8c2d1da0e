import type { EntryContext } from "react-router";

const originals = new WeakMap<object, unknown>();

/** Hides a loader's data from the router, which would write it into a page that never reads it. */
export function withhold(data: object): object {
  const replacement = {};
  originals.set(replacement, data);
  return replacement;
}

/**
 * Restores what loaders returned, so that the page can be rendered. A page that does not start the router needs only
 * its own routes, and no stream of data.
 */
export function withOriginalData(entry: EntryContext): EntryContext {
  const { staticHandlerContext, manifest } = entry;
  const loaderData = Object.fromEntries(
    Object.entries(staticHandlerContext.loaderData).map(([id, data]) => [id, original(data)]),
  );
  const { serverHandoffStream: _, ...withoutStream } = entry;
  return {
    ...withoutStream,
    manifest: { ...manifest, routes: Object.fromEntries(ownRoutes(entry)) },
    staticHandlerContext: { ...staticHandlerContext, loaderData },
  };
}

function ownRoutes({ staticHandlerContext, manifest }: EntryContext) {
  return staticHandlerContext.matches.flatMap(({ route: { id } }) => {
    const route = manifest.routes[id];
    return route ? [[id, route] as const] : [];
  });
}

function original(data: unknown): unknown {
  const isReplaced = typeof data === "object" && data !== null && originals.has(data);
  return isReplaced ? originals.get(data) : data;
}
