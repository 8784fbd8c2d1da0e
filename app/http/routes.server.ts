import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import { languages, type Language } from "#domain/content/language.ts";
import { withhold } from "./unsent-data.server.ts";

type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>;
type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;
type Module = Route["module"];

/**
 * The router tries every route for each request, twice. This matches a public page only against the pages of its language
 * under the same first segment, and the API in the same way.
 */
export function openRoutes(build: ServerBuild): Handler {
  const all = createRequestHandler(build, "production");
  const api = bySegment(
    only(build, (route) => route.path?.startsWith("api/") === true),
    "/api",
  );
  const pages = {
    en: bySegment(pagesIn("en", build), ""),
    sw: bySegment(pagesIn("sw", build), "/sw"),
  } satisfies Record<Language, Handler>;
  const others = firstSegments(build.routes);

  return function route(request, context) {
    const first = firstSegment(new URL(request.url).pathname);
    if (first === "sw") return pages.sw(request, context);
    if (first === "api") return api(request, context);
    return others.has(first) ? all(request, context) : pages.en(request, context);
  };
}

/** Matches an address below `base` against the routes with its next segment, and against all if none has it. */
function bySegment(build: ServerBuild, base: string): Handler {
  const whole = createRequestHandler(build, "production");
  const segmentOf = (route: Route) =>
    route.path === undefined ? anySegment : firstSegment(`/${route.path}`.slice(base.length));
  const segments = new Set(Object.values(build.routes).flatMap((route) => (route ? [segmentOf(route)] : [])));
  const groups = new Map<string, Handler>();
  for (const segment of segments) {
    const group = only(build, (route) => [segment, anySegment].includes(segmentOf(route)));
    groups.set(segment, createRequestHandler(group, "production"));
  }
  return (request, context) => {
    const segment = firstSegment(new URL(request.url).pathname.slice(base.length));
    return (groups.get(segment) ?? whole)(request, context);
  };
}

/** Layouts have no path, and the page for a wrong address has this one. */
const anySegment = "*";

function pagesIn(language: Language, build: ServerBuild): ServerBuild {
  const pages = only(build, ({ id }) => languageOf(id) === language);
  const withoutData = Object.entries(pages.routes).map(
    ([id, route]) => [id, route && { ...route, module: withUnsentData(route.module) }] as const,
  );
  return { ...pages, routes: Object.fromEntries(withoutData) };
}

/** The root and the routes that pass. */
function only(build: ServerBuild, passes: (route: Route) => boolean): ServerBuild {
  const chosen = Object.entries(build.routes).filter(
    ([id, route]) => id === "root" || (route !== undefined && passes(route)),
  );
  const ids = new Set(chosen.map(([id]) => id));
  const known = Object.entries(build.assets.routes).filter(([id]) => ids.has(id));
  return {
    ...build,
    assets: { ...build.assets, routes: Object.fromEntries(known) },
    routes: Object.fromEntries(chosen),
  };
}

/** The first segments of all routes that are not pages of one language. */
function firstSegments(routes: Routes): Set<string> {
  const others = Object.values(routes).filter(
    (route) => route !== undefined && languageOf(route.id) === null,
  );
  return new Set(others.flatMap((route) => (route?.path ? [firstSegment(`/${route.path}`)] : [])));
}

function firstSegment(path: string): string {
  return path.split("/", 2)[1]?.replace(/\.data$/, "") ?? "";
}

/** Route ids contain the language: `sw:campaign`. */
function languageOf(id: string): Language | null {
  return languages.find((language) => id.startsWith(`${language}:`)) ?? null;
}

/** Public pages do not start the router in the browser, so the page need not contain its data. */
function withUnsentData(module: Module): Module {
  const { loader } = module;
  if (typeof loader !== "function" || module.default === undefined) return module;
  return { ...module, loader: async (args) => unsent(await loader(args)) };
}

function unsent(result: unknown): unknown {
  if (typeof result !== "object" || result === null || result instanceof Response) return result;
  const hasHeaders = "type" in result && result.type === "DataWithResponseInit" && "data" in result;
  if (!hasHeaders) return withhold(result);
  const { data } = result;
  return Object.assign(result, { data: typeof data === "object" && data !== null ? withhold(data) : data });
}
