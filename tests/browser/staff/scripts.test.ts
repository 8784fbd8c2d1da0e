import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { bytesDuring } from "#bench/page-bytes.ts";
import { openDesk } from "#tests/support/browser/desk.ts";

const { openAs } = await openDesk();
const kB = 1000;

test.each([
  ["/dashboard", 129],
  ["/admin/donations", 130],
  ["/admin/campaigns/conference-center", 139],
  ["/admin/settings", 139],
] as const)("the first visit to %s needs few scripts", async (path, limit) => {
  const page = await openAs("asha", "/admin/people");
  await page.goto("about:blank");
  const addresses: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") addresses.push(new URL(request.url()).pathname);
  });
  let html = "";
  const { bodies } = await bytesDuring(page, async () => {
    const response = await page.goto(path, { waitUntil: "networkidle" });
    html = (await response?.text()) ?? "";
  });
  expect(addresses.length, addresses.join(" ")).toBeLessThanOrEqual(8);
  expect(bodies.script).toBeGreaterThan(100 * kB);
  expect(bodies.script).toBeLessThanOrEqual(limit * kB);
  const preloaded = new Set(
    [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, at]) => at),
  );
  expect(
    addresses.filter((address) => !preloaded.has(address)),
    "found only by another script",
  ).toEqual([]);
});

test("a later page of the same visit needs its own scripts only", async () => {
  const page = await openAs("asha", "/dashboard");
  await page.waitForLoadState("networkidle");
  const { bodies } = await bytesDuring(page, async () => {
    await page.getByRole("link", { name: "Donations", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Donations" }).waitFor();
  });
  expect(bodies.script).toBeGreaterThan(0);
  expect(bodies.script).toBeLessThanOrEqual(3 * kB);
});

test("the list of routes names only those of staff", async () => {
  const page = await openAs("asha", "/dashboard");
  const text = await page.evaluate(() => JSON.stringify(Reflect.get(window, "__reactRouterManifest")));
  const shape = z.object({ routes: z.record(z.string(), z.object({ path: z.string().optional() })) });
  const paths = Object.values(shape.parse(JSON.parse(text)).routes).flatMap(({ path }) => path || []);
  expect(paths).toContain("admin/people/:id");
  expect(paths.filter((path) => !/^(?:sw\/)?(?:admin|dashboard)/.test(path))).toEqual([]);
});

test("public pages share only React with staff pages", async () => {
  const shape = z.record(
    z.string(),
    z.object({
      file: z.string(),
      imports: z.array(z.string()).default([]),
      dynamicImports: z.array(z.string()).default([]),
    }),
  );
  const built = shape.parse(JSON.parse(await readFile("build/client/.vite/manifest.json", "utf8")));
  const filesFrom = (key: string, later: boolean, seen = new Set<string>()): Set<string> => {
    const found = built[key];
    if (found === undefined || seen.has(found.file)) return seen;
    seen.add(found.file);
    for (const next of [...found.imports, ...(later ? found.dynamicImports : [])])
      filesFrom(next, later, seen);
    return seen;
  };
  const ofPublic = filesFrom("app/browser/small-script.ts", true);
  const staffRoutes = Object.keys(built).filter((key) => /^app\/(?:staff\/|root\.tsx)/.test(key));
  const ofStaff = new Set(staffRoutes.flatMap((key) => [...filesFrom(key, false)]));
  const shared = [...ofStaff].filter((file) => ofPublic.has(file));
  const names = shared.map((file) => file.replaceAll(/^assets\/|-[\w-]{7,8}\.js$/g, ""));
  expect(names.toSorted()).toEqual(["react", "rolldown-runtime"]);
});
