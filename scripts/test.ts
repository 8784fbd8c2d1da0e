import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { needExternalServer } from "#tests/support/database/need-external-server.ts";
import { startTestServer } from "#tests/support/database/test-server.ts";
import { makeRunFolder } from "#tests/support/run-folder.ts";

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

type Counts = { passed: number; failed: number; skipped: number };

type How = {
  environment: Record<string, string>;
  output: "inherit" | "pipe";
  /** It takes only the processor time that the tests leave. */
  isBackground: boolean;
};

const { values: options, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: "boolean" },
    quick: { type: "boolean" },
    project: { type: "string", multiple: true },
  },
});
/** The type check makes few objects that it does not keep. It collected them for a fifth of its time. */
const rarelyCollected = { GOGC: "400" };

const partly = filters.length > 0 || options.project !== undefined;
const folder = await makeRunFolder();
const running = new Set<ChildProcess>();
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stopRun());
const counts: Counts[] = [];
/** Listed last, so that the end of a long log shows them. */
const failures: string[] = [];

const selection = [...filters, ...(options.project ?? []).map((name) => `--project=${name}`)];
if (partly) counts.push(await tests("tests", selection));
else if (options.quick) {
  const quick = ["--project=rules", "--project=database", ...(await quickTests())];
  counts.push(...(await Promise.all([tests("tests", quick), ...checks()])));
} else {
  const most = tests("tests", selection, { environment: { EXTERNAL_APART: "1" } });
  counts.push(...(await Promise.all([most, testsOnExternalDatabase(), ...checks()])));
}
await rm(folder, { recursive: true, force: true });

if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
const total = (kind: keyof Counts) => counts.reduce((sum, each) => sum + each[kind], 0);
const skipped = total("skipped") > 0 ? `, ${total("skipped")} skipped` : "";
console.log(`\n${total("passed")} passed, ${total("failed")} failed${skipped}`);
process.exitCode = total("failed") > 0 ? 1 : 0;

/** They run beside the tests, which wait for a quarter of their time. */
function checks(): Promise<Counts>[] {
  // Several checkers repeat the work on shared types, and the tests need the other core.
  const types = check("types", ["react-router", "typegen"], ["tsc", "--noEmit", "--checkers", "1"]);
  const lint = check("lint", ["oxlint", "--deny-warnings"]);
  const format = check("format", ["oxfmt", "--check"]);
  // The types of the routes are generated first: pages import them.
  const unused = types.then(() => check("unused files, exports and packages", ["knip"]));
  return [types, lint, format, unused];
}

/** A check counts as one test, even with several commands. */
async function check(name: string, ...commands: [string, ...string[]][]): Promise<Counts> {
  for (const command of commands) {
    const { code, output } = await run(command, { isBackground: true, environment: rarelyCollected });
    if (code === 0) continue;
    console.log(`✗ ${name}\n${output}`);
    failures.push(name);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  console.log(`✓ ${name}`);
  return { passed: 1, failed: 0, skipped: 0 };
}

async function tests(name: string, selection: string[], how: Partial<How> = {}): Promise<Counts> {
  const file = join(folder, `${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const matrix = options.full ? { FULL_MATRIX: "1" } : {};
  const { code, output } = await run(["vitest", "run", ...reporters, ...selection], {
    output: "inherit",
    ...how,
    environment: { ...matrix, ...how.environment },
  });
  if (output !== "") console.log(`\nThe ${name}:\n${output}`);
  const report = await readFile(file, "utf8").then(
    (text) => vitestReport.parse(JSON.parse(text)),
    () => undefined,
  );
  await rm(file, { force: true });
  if (!report) {
    failures.push(`The ${name} ended with ${code} and without a report`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  for (const { name, status, assertionResults } of report.testResults) {
    if (status !== "failed") continue;
    const failed = assertionResults.filter((result) => result.status === "failed");
    const titles = failed.length > 0 ? failed.map(({ fullName }) => fullName) : ["did not load"];
    failures.push(...titles.map((title) => `${relative(".", name)} > ${title}`));
  }

  // A file that does not load has no failed test. An error between tests belongs to none.
  const unloaded = report.testResults.filter(
    (each) => each.status === "failed" && !each.assertionResults.some((result) => result.status === "failed"),
  ).length;
  const failed = report.numFailedTests + unloaded;
  return {
    passed: report.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The rules of the domain, of the code and of its words, and the tests next to every file that differs from main. */
async function quickTests(): Promise<string[]> {
  const base = await run(["git", "merge-base", "HEAD", "main"]);
  const since = base.code === 0 ? base.output.trim() : "HEAD";
  const changed = await run(["git", "diff", "--name-only", "--diff-filter=d", since]);
  const added = await run(["git", "ls-files", "--others", "--exclude-standard"]);
  const beside = `${changed.output}${added.output}`
    .split("\n")
    .map((path) => path.replace(/(?:\.test)?\.tsx?$/, ".test.ts"))
    .filter((path) => path.endsWith(".test.ts") && existsSync(path));
  return ["domain/", "tests/architecture", "tests/asvs", "words.test.ts", ...new Set(beside)];
}

/** Creates databases and roles on a server that the tests did not start, as on a managed server. */
async function testsOnExternalDatabase(): Promise<Counts> {
  const external = await startTestServer(folder);
  try {
    const selection = ["--project=database", "--project=http", "--maxWorkers=2", ...needExternalServer];
    return await tests("tests on an external PostgreSQL", selection, {
      environment: { TEST_DATABASE_URL: external.url },
      output: "pipe",
    });
  } finally {
    await external.stop();
  }
}

async function run(
  [name, ...args]: [string, ...string[]],
  { environment = {}, output = "pipe", isBackground = false }: Partial<How> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(name, args, {
    env: {
      ...process.env,
      ...environment,
      TMPDIR: folder,
      NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled"),
      PATH: [resolve("node_modules/.bin"), process.env["PATH"]].join(delimiter),
    },
    stdio: ["ignore", output, output],
    // A separate group, so that `stopRun` ends all processes that it starts.
    detached: true,
  });
  running.add(child);
  if (isBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (written += chunk.toString()));
  await once(child, "close");
  running.delete(child);
  if (isStopping) return new Promise<never>(() => undefined);
  return { code: child.exitCode, output: written };
}

/** Leaves no process and no file. A server in a separate group ends without its files. */
async function stopRun(): Promise<never> {
  isStopping = true;
  for (const child of running) {
    if (child.pid === undefined || child.exitCode !== null) continue;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await ended;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(1);
}
