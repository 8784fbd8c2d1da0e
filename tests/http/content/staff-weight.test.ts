import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const most = 250_000;

const files = {
  module: z.string(),
  clientMiddlewareModule: z.string().optional(),
  imports: z.array(z.string()).default([]),
};
const manifestShape = z.object({
  entry: z.object(files),
  routes: z.record(z.string(), z.object({ ...files, parentId: z.string().optional() })),
});
type Manifest = z.infer<typeof manifestShape>;

let page = "";
let manifestFile = "";
let manifest: Manifest;

beforeAll(async () => {
  await makePerson(site.databaseUrl, "asha");
  page = (await site.get("/dashboard", { Cookie: await signIn(site, "asha") })).text;
  manifestFile = /\/assets\/manifest-[\w-]+\.js/.exec(page)?.[0] ?? "";
  const { text } = await site.get(manifestFile);
  manifest = manifestShape.parse(JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));
});

test("every staff page loads at most 250 kB script, lazy parts included", async () => {
  const pages = Object.entries(manifest.routes).filter(([, { parentId }]) => parentId === "staff/layout");
  expect(pages.length).toBeGreaterThan(40);
  const sizes: [string, number][] = [];
  for (const [id, route] of pages) {
    const above = [manifest.entry, manifest.routes["root"], manifest.routes["staff/layout"], route];
    const begun = above.flatMap((each) => (each ? modulesOf(each) : []));
    sizes.push([id, await weightOf([manifestFile, ...begun])]);
  }
  const dashboard = sizes.find(([id]) => id === "staff/dashboard")?.[1] ?? 0;
  // Guards against measuring nothing: the scripts in the page must be among those counted.
  const named = [...page.matchAll(/"(\/assets\/[\w.-]+\.js)"/g)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(10);
  expect(dashboard).toBeGreaterThanOrEqual(await weightOf(named));
  expect(dashboard).toBeGreaterThan(80_000);
  expect(sizes.filter(([, size]) => size > most)).toEqual([]);
});

const modulesOf = ({ module, clientMiddlewareModule = module, imports }: Manifest["entry"]) => [
  ...[module, clientMiddlewareModule],
  ...imports,
];

const known = new Map<string, { size: number; asks: string[] }>();

/** Includes static and dynamic imports. */
async function weightOf(begun: string[]): Promise<number> {
  const counted = new Set<string>();
  const waiting = [...begun];
  let size = 0;
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (counted.has(file)) continue;
    counted.add(file);
    const read = await fileOf(file);
    size += read.size;
    waiting.push(...read.asks);
  }
  return size;
}

async function fileOf(file: string) {
  const before = known.get(file);
  if (before) return before;
  const [plain, sent] = await Promise.all([site.get(file), site.get(file, { "Accept-Encoding": "br" })]);
  expect([plain.status, sent.headers["content-encoding"] ?? "small"], file).toEqual([
    200,
    expect.stringMatching(/^(?:br|small)$/),
  ]);
  const imports = plain.text.matchAll(/(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
  const read = { size: sent.body.length, asks: [...imports].map(([, name = ""]) => `/assets/${name}`) };
  known.set(file, read);
  return read;
}
