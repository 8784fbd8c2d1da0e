import type { ServerBuild } from "react-router";

export const unknownPath = "(unknown path)";
/** Handled before the router. */
const beforeRouter = ["/api/live", "/assets/*", "/media/*", "/sandbox/*"];
/** These routes answer "not found" for addresses of any spelling. */
const catchAll = ["/*", "/sw/*"];

type Branch = { named: Map<string, Branch>; any: Branch | null; pattern: string | null; rest: string | null };
export type LoggedPath = (target: string) => string;

/**
 * The path to log: the pattern of our own route, or a fixed text. A typed path can hold a name, an email, a phone or
 * a key. The router's own matching takes milliseconds, too long for a flood of refused requests.
 */
export function pathsToLog(patterns: Iterable<string>): LoggedPath {
  const root = newBranch();
  for (const pattern of patterns) if (!catchAll.includes(pattern)) add(root, pattern);
  return (target) => find(root, segmentsOf(withoutData(target))) ?? unknownPath;
}

export function patternsOf({ routes }: Pick<ServerBuild, "routes">): string[] {
  const pathTo = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [...pathTo(route.parentId), ...segmentsOf(route.path ?? "")] : [];
  };
  const ofRoutes = Object.values(routes).flatMap((route) =>
    route?.path === undefined && !route?.index ? [] : [`/${pathTo(route.id).join("/")}`],
  );
  return [...ofRoutes, ...beforeRouter];
}

const newBranch = (): Branch => ({ named: new Map(), any: null, pattern: null, rest: null });

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "");

/** The router's own requests for data end in `.data`. */
function withoutData(target: string): string {
  const [path = ""] = target.split(/[?#]/, 1);
  return path.replace(/(?:^\/_root|\/_)?\.data$/, "");
}

function add(root: Branch, pattern: string): void {
  let branch = root;
  for (const segment of segmentsOf(pattern)) {
    if (segment === "*") {
      branch.rest = pattern;
      return;
    }
    const next = (segment.startsWith(":") ? branch.any : branch.named.get(segment)) ?? newBranch();
    if (segment.startsWith(":")) branch.any = next;
    else branch.named.set(segment, next);
    branch = next;
  }
  branch.pattern = pattern;
}

function find(branch: Branch, [segment, ...later]: string[]): string | null {
  if (segment === undefined) return branch.pattern ?? branch.rest;
  const named = branch.named.get(segment);
  return (named && find(named, later)) ?? (branch.any && find(branch.any, later)) ?? branch.rest;
}
