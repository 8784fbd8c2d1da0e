import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Plugin, Rolldown } from "vite";

const staffFolder = join(import.meta.dirname, "app/staff/");
const root = join(import.meta.dirname, "app/root.tsx");
const clientRoute = "?__react-router-build-client-route";

/** Vite adds it to files that have an `import()`. */
const loader = "\0vite/preload-helper.js";

const isOfStaff = (id: string) => id.startsWith(staffFolder) || id.startsWith(root) || id.endsWith("?staff");

/** Only the staff area starts the router in the browser. Its scripts and those of public pages share only React. */
export const staffScripts = (): Plugin[] => [staffCopies(), noPublicRoutes()];

/**
 * Both areas use some files. The build would make a script of each, because no other script may contain it. So staff
 * pages have their own copies.
 */
function staffCopies(): Plugin {
  return {
    ...{ name: "amana:staff-copies", enforce: "pre", apply: "build", applyToEnvironment: isForBrowsers },
    async resolveId(source, importer, options) {
      // Later code is no copy: few people need it.
      if (!importer || !isOfStaff(importer) || options.kind === "dynamic-import") return null;
      if (source === loader) return `${loader}?staff`;
      const found = await this.resolve(source, importer.replace(/\?.*$/, ""), { ...options, skipSelf: true });
      if (!found || isOfStaff(found.id) || found.id.includes("/node_modules/")) return found;
      const file = /^([^?]+\.tsx?)(?:\?own)?$/.exec(found.id)?.[1];
      return file === undefined ? found : `${file}?staff`;
    },
    load: (id) => (id === `${loader}?staff` ? "export function __vitePreload() {}" : null),
  };
}

/** No browser loads the route of a public page: islands need no router. */
function noPublicRoutes(): Plugin {
  return {
    ...{ name: "amana:no-public-routes", enforce: "post", apply: "build", applyToEnvironment: isForBrowsers },
    transform: (_, id) =>
      id.endsWith(clientRoute) && !isOfStaff(id) ? { code: "export {};", map: null } : null,
  };
}

function isForBrowsers({ name }: { name: string }): boolean {
  return name === "client";
}

/** A staff page needs one script of each group, and its own. */
export const staffGroups: Rolldown.CodeSplittingGroup[] = [
  { name: "react", test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 3 },
  { name: "router", test: /\/node_modules\/(?:react-router|@react-router)\//, priority: 2 },
  {
    name: (id, graph) => (isHeavy(id, graph) ? null : "staff"),
    test: isOfStaff,
    minShareCount: 2,
    priority: 1,
  },
];

/** Few pages need the texts of public pages, or Zod. Files that import them would add them to every page. */
function isHeavy(id: string, graph: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (/\/app\/messages\/|\/node_modules\/zod\//.test(id)) return true;
  seen.add(id);
  const imported = [...(graph.getModuleInfo(id)?.importedIds ?? [])];
  return imported.some((each) => !seen.has(each) && isHeavy(each, graph, seen));
}

const start = "window.__reactRouterManifest=";
const routesShape = z.looseObject({ routes: z.record(z.string(), z.looseObject({ module: z.string() })) });
const filesShape = z.record(z.string(), z.object({ file: z.string() }));

/** The router's list of all routes names public pages and the API, which it never opens. */
export async function listOnlyStaffRoutes(folder: string): Promise<void> {
  for await (const path of glob(join(folder, "assets/manifest-*.js"))) {
    const text = await readFile(path, "utf8");
    const whole = routesShape.parse(JSON.parse(text.slice(start.length).replace(/;$/, "")));
    const files = filesShape.parse(JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8")));
    const ofStaff = Object.entries(files).filter(([source]) => isOfStaff(join(import.meta.dirname, source)));
    const modules = new Set(ofStaff.map(([, { file }]) => `/${file}`));
    const routes = Object.entries(whole.routes).filter(([, { module }]) => modules.has(module));
    await writeFile(path, `${start}${JSON.stringify({ ...whole, routes: Object.fromEntries(routes) })};`);
  }
}
