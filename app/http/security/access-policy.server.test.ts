import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { policies, roles, serves, type Person, type Role } from "#domain/accounts/roles.ts";
import { accessConfirmedContext, visitorContext } from "#app/http/context.server.ts";
import { withPolicies } from "./access-policy.server.ts";

test("every route serves only the people named by its policy", async () => {
  for (const policy of policies) {
    const done: string[] = [];
    const module = {
      handle: { policy },
      loader: () => note(done, "read"),
      action: () => note(done, "written"),
    };
    const site = handlerOf(buildOf({ page: { path: "page", module } }));
    for (const role of ["visitor" as const, ...roles])
      for (const method of ["GET", "HEAD", "POST"]) {
        done.length = 0;
        const answer = await site(role, method);
        const allowed = serves(policy, role === "visitor" ? null : { role });
        const named = `${policy}, ${role}, ${method}`;
        expect(answer.status, named).toBe(allowed ? 200 : role === "visitor" ? 303 : 403);
        expect(done.length > 0, named).toBe(allowed);
      }
  }
});

test("methods that no form or link sends are refused", async () => {
  const done: string[] = [];
  const module = { handle: { policy: "everyone" }, action: () => note(done, "written") };
  const site = handlerOf(buildOf({ page: { path: "page", module } }));
  for (const method of ["PUT", "DELETE", "PATCH"]) expect((await site("admin", method)).status).toBe(405);
  expect(done).toEqual([]);
});

test("until a second admin confirms the access, a person only reads in the staff area", async () => {
  for (const policy of policies) {
    const done: string[] = [];
    const module = {
      handle: { policy },
      loader: () => note(done, "read"),
      action: () => note(done, "written"),
    };
    const build = buildOf({ page: { path: "page", module } });
    const isForStaff = policy === "staff" || policy === "admin";
    const site = handlerOf(build, { isConfirmed: false });
    expect((await site("admin", "GET")).status, policy).toBe(200);
    const posted = await site("admin", "POST");
    expect(posted.status, policy).toBe(isForStaff ? 303 : 200);
    expect(done.includes("written"), policy).toBe(!isForStaff);
    if (isForStaff) expect(posted.headers.get("Location")).toBe("/page?a=1");
    Reflect.deleteProperty(build.routes["page"]?.module ?? {}, "default");
    const program = handlerOf(build, { isConfirmed: false });
    expect((await program("admin", "POST")).status, policy).toBe(isForStaff ? 403 : 200);
  }
});

test("a visitor must sign in and is then sent back", async () => {
  const module = { handle: { policy: "staff" }, loader: () => null, action: () => null };
  const site = handlerOf(buildOf({ page: { path: "page", module } }));
  const read = await site("visitor", "GET");
  expect(read.headers.get("Location")).toBe("/auth?next=%2Fpage%3Fa%3D1");
  expect(read.headers.get("Set-Cookie")).toBeNull();
  const written = await site("visitor", "POST");
  expect(written.headers.get("Location")).toBe("/auth?next=%2Fpage%3Fa%3D1");
  expect(written.headers.get("Set-Cookie")).toMatch(/^amana_notice=/);
  const noPage = buildOf({ page: { path: "page", module } });
  Reflect.deleteProperty(noPage.routes["page"]?.module ?? {}, "default");
  expect((await handlerOf(noPage)("visitor", "POST")).headers.get("Location")).toBe("/auth");
});

test("a layout's policy covers its routes, and both must agree", async () => {
  const area = { id: "area", module: { handle: { policy: "staff" } } };
  const site = handlerOf(
    buildOf({ area, page: { path: "page", parentId: "area", module: { loader: () => null } } }),
  );
  expect((await site("organizer", "GET")).status).toBe(403);
  expect((await site("staff", "GET")).status).toBe(200);
  const open = { handle: { policy: "everyone" }, loader: () => null };
  const inside = handlerOf(buildOf({ area, page: { path: "page", parentId: "area", module: open } }));
  expect((await inside("organizer", "GET")).status).toBe(403);
});

test("staff who may not read a page still get the frame's data, and none of the page's", async () => {
  const done: string[] = [];
  const area = {
    id: "area",
    module: { handle: { policy: "signed-in", app: true }, loader: () => note(done, "frame") },
  };
  const module = { handle: { policy: "admin" }, loader: () => note(done, "read"), action: () => null };
  const site = handlerOf(buildOf({ area, page: { path: "page", parentId: "area", module } }));
  expect((await site("staff", "GET")).status).toBe(403);
  expect(done).toEqual(["frame"]);
  expect((await site("staff", "HEAD")).status).toBe(403);
  done.length = 0;
  expect((await site("staff", "POST")).status).toBe(403);
  expect((await site("organizer", "GET")).status).toBe(403);
  expect((await site("visitor", "GET")).status).toBe(303);
  expect(done).toEqual([]);
  expect((await site("admin", "GET")).status).toBe(200);
  expect(done.toSorted()).toEqual(["frame", "read"]);
});

test("a route without a policy stops the start", () => {
  const covered = { handle: { policy: "everyone" } };
  const faults: Parameters<typeof buildOf>[0][] = [
    { page: { path: "page", module: {} } },
    { page: { path: "page", module: { handle: { styles: "" } } } },
    { area: { module: {} }, page: { parentId: "area", module: {} } },
    // A policy for reading does not decide who may write.
    { area: { module: covered }, page: { parentId: "area", module: { action: () => null } } },
  ];
  for (const fault of faults) expect(() => withPolicies(buildOf(fault))).toThrow(/without a policy: .*page/);
  const misspelt = buildOf({ page: { path: "page", module: { handle: { policy: "stuff" } } } });
  expect(() => withPolicies(misspelt)).toThrow("the route page names an unknown policy: stuff");
  expect(withPolicies(buildOf({ page: { module: covered } })).routes["page"]?.module.middleware).toHaveLength(
    1,
  );
});

type Route = NonNullable<ServerBuild["routes"][string]>;
type Planted = { parentId?: string; path?: string; module: Partial<Route["module"]> };

function buildOf(planted: Record<string, Planted>): ServerBuild {
  const under = { parentId: "root" };
  const routes: Route[] = [
    { id: "root", path: "", module: { default: () => null } },
    ...Object.entries(planted).map(([id, route]) => ({
      ...under,
      ...route,
      id,
      module: { default: () => null, ...route.module },
    })),
  ];
  return {
    entry: { module: { default: (_request, status, headers) => new Response("page", { status, headers }) } },
    routes: Object.fromEntries(routes.map((route) => [route.id, route])),
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/" },
  };
}

function handlerOf(build: ServerBuild, { isConfirmed = true } = {}) {
  const handle = createRequestHandler(withPolicies(build), "production");
  return (role: Role | "visitor", method: string) => {
    const context = new RouterContextProvider();
    context.set(visitorContext, role === "visitor" ? null : personWith(role));
    context.set(accessConfirmedContext, async () => isConfirmed);
    return handle(new Request("http://fund.example/page?a=1", { method }), context);
  };
}

const personWith = (role: Role): Person => ({
  id: "1",
  username: "amina",
  email: "amina@fund.example",
  role,
  createdAt: new Date(0),
  sessionId: "1",
  hasSecondStep: true,
  hasPasskey: false,
  mustChangePassword: false,
});

function note(done: string[], what: string): string {
  done.push(what);
  return what;
}
