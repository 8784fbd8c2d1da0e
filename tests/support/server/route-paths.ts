import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

/** Every address of the site, with its parameters as they stand in the list of routes. Kiswahili pages are listed too. */
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
