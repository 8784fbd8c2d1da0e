import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

/** Every route of the site, including Kiswahili pages, with its parameters as in the list of routes. */
export async function routePaths(): Promise<string[]> {
  return [...new Set(pathsOf(await routes))].sort();
}

function pathsOf(entries: RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    const isPage = index === true || path !== undefined;
    return [...(isPage && !children ? [own === "" ? "/" : own] : []), ...pathsOf(children ?? [], own)];
  });
}
