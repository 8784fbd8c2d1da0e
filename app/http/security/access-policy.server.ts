import { data, redirectDocument, type MiddlewareFunction, type ServerBuild } from "react-router";
import { needsConfirmedAccess, policies, serves, type Policy } from "#domain/accounts/roles.ts";
import { stillToSetUp } from "#app/account/second-step/still-to-set-up.server.ts";
import { languageOf, localAddress } from "#app/site/address.ts";
import {
  accessConfirmedContext,
  accountsContext,
  databaseContext,
  lostSessionContext,
  visitorContext,
  whileReadingContext,
} from "#app/http/context.server.ts";
import { cookieIn } from "#app/http/cookies.ts";
import { noticeCookie, sessionMissing } from "#app/http/notice.server.ts";

/** Finds the signed-in person. Without a session cookie it queries nothing. */
export const knowVisitor: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const accounts = context.get(accountsContext);
  const cookies = request.headers.get("Cookie") ?? "";
  if (cookieIn(cookies, accounts.cookieName) === null) return next();
  const { person, cookies: changed } = await context.get(whileReadingContext)(accounts.readSession(cookies));
  context.set(visitorContext, person);
  context.set(lostSessionContext, person === null);
  const response = await next();
  // The sign-in and sign-out routes set this cookie themselves; do not overwrite it.
  const decided = response.headers.getSetCookie().some((each) => each.startsWith(`${accounts.cookieName}=`));
  if (!decided) for (const cookie of changed) response.headers.append("Set-Cookie", cookie);
  return response;
};

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * Enforces each route's policy (`handle.policy`) before any of its code. A layout's policy covers the reads of its
 * routes; a route that writes needs its own policy. A route without a policy stops the start.
 */
export function withPolicies(build: ServerBuild): ServerBuild {
  const all = Object.values(build.routes).filter((route) => route !== undefined);
  const uncovered = all.filter((route) => !isCovered(route, build.routes)).map(({ id }) => id);
  if (uncovered.length > 0) throw new Error(`routes without a policy: ${uncovered.join(", ")}`);
  return {
    ...build,
    routes: Object.fromEntries(all.map((route) => [route.id, guarded(route, build.routes)])),
  };
}

function isCovered(route: Route, routes: ServerBuild["routes"]): boolean {
  if (policyOf(route) !== undefined || route.parentId === undefined) return true;
  if (route.module.action !== undefined) return false;
  const parent = routes[route.parentId];
  return parent !== undefined && parent.parentId !== undefined && isCovered(parent, routes);
}

function guarded(route: Route, routes: ServerBuild["routes"]): Route {
  const policy = policyOf(route);
  if (policy === undefined) return route;
  const isPage = route.module.default !== undefined;
  const refuses = keepsFrame(route, routes) ? refusingLoader(policy, route) : undefined;
  const middleware = [enforce(policy, { isPage, refuses }), ...(route.module.middleware ?? [])];
  return {
    ...route,
    module: { ...route.module, middleware, ...(refuses && { loader: refuses }) },
  };
}

/** Staff who may not read a page keep the frame around it. An error before the loaders would lose the frame's data. */
const keepsFrame = ({ parentId, module }: Route, routes: ServerBuild["routes"]) =>
  module.default !== undefined &&
  module.middleware === undefined &&
  module.loader !== undefined &&
  parentId !== undefined &&
  isFrame(routes[parentId]);

const isFrame = (route: Route | undefined) => route !== undefined && handleOf(route, "app") === true;

/** Refuses before any code of the route, as the middleware does for everyone else. */
const refusingLoader =
  (policy: Policy, { module: { loader } }: Route): Route["module"]["loader"] =>
  (given) => {
    if (!serves(policy, given.context.get(visitorContext))) throw data(null, { status: 403 });
    return loader?.(given);
  };

function policyOf(route: Route): Policy | undefined {
  const named = handleOf(route, "policy");
  if (named === undefined) return undefined;
  const policy = policies.find((each) => each === named);
  if (!policy) throw new Error(`the route ${route.id} names an unknown policy: ${String(named)}`);
  return policy;
}

const handleOf = ({ module: { handle } }: Route, name: string): unknown =>
  typeof handle === "object" && handle !== null ? Reflect.get(handle, name) : undefined;

/** The router would treat a PUT or a DELETE like a posted form. */
const understood = ["GET", "HEAD", "POST"];

type Enforcing = { isPage: boolean; refuses: Route["module"]["loader"] };

function enforce(policy: Policy, { isPage, refuses }: Enforcing): MiddlewareFunction<Response> {
  return async ({ request, context, url }, next) => {
    if (!understood.includes(request.method)) throw data(null, { status: 405 });
    const person = context.get(visitorContext);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (serves(policy, person)) {
      const setUp = person && (await stillToSetUp(() => context.get(databaseContext), policy, person));
      if (setUp !== null) throw redirectDocument(localAddress(languageOf(url.pathname), setUp), 303);
      const needsAccess = person !== null && needsConfirmedAccess(policy, isRead);
      if (!needsAccess || (await context.get(accessConfirmedContext)(person.id))) return next();
      if (!isPage) throw data(null, { status: 403 });
      throw redirectDocument(url.pathname + url.search, {
        status: 303,
        headers: { "Set-Cookie": notConfirmed },
      });
    }
    if (person && isRead && refuses && serves("staff", person)) return next();
    if (person) throw data(null, { status: 403 });
    // The redirect leads back to the page only. Repeating the write later could surprise the person.
    const language = languageOf(url.pathname);
    const back = isRead || isPage ? `?next=${encodeURIComponent(url.pathname + url.search)}` : "";
    const address = localAddress(language, "/auth") + back;
    if (isRead && !context.get(lostSessionContext)) throw redirectDocument(address, 303);
    throw redirectDocument(address, { status: 303, headers: { "Set-Cookie": sessionMissing(language) } });
  };
}

const notConfirmed = noticeCookie({
  tone: "error",
  title: "Nothing was changed. A second admin must confirm your access first.",
});
