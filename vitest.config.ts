import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { needExternalServer } from "./tests/support/database/need-external-server.ts";
import { compiledMessages } from "./vite.compiled-messages.ts";
import { inlineScript } from "./vite.inline-script.ts";

const needDatabase = [
  ...["database/**/*.test.ts", "operations/**/*.test.ts", "jobs/**/*.test.ts"],
  ...["tests/abuse/**/*.test.ts", "scripts/{backup,doctor,import,move-files,upgrade}.test.ts"],
  "app/http/cache/content.server.test.ts",
];
const needServer = [
  "tests/http/**/*.test.ts",
  "tests/faults/**/*.test.ts",
  "tests/start.test.ts",
  "app/**/*.http.test.ts",
];
const copyClusters = "tests/support/database/copy-clusters.ts";
const needBrowser = ["tests/browser/**/*.test.ts"];
const never = ["**/node_modules/**", "build/**", "data/**", ...ofOurOwnServer(), ...ofAnExternalServer()];

/** Short texts of long tests. At the end of their project, they would keep one core busy while the other waits. */
const longest = ["tests/faults/faults.test.ts", "storage/pictures/hostile.test.ts"];

/** Without times of an earlier run, Vitest takes the largest files of each project first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) =>
      longest.some((path) => moduleId.endsWith(`/${path}`));
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((each) => each.project === project);
      return [...own.filter(isLongest), ...own.filter((each) => !isLongest(each))];
    });
  }
}

export default defineConfig({
  plugins: [compiledMessages(), inlineScript()],
  test: {
    globalSetup: ["tests/support/database/cluster.ts"],
    pool: "forks",
    // V8 begins with 1 MB for new objects, and each of the many collections takes processor time.
    execArgv: ["--min-semi-space-size=16", "--max-semi-space-size=32"],
    // Tests of pages and of crashes wait for more than half of their time, so there are more workers than cores.
    maxWorkers: availableParallelism() + 3,
    // One process runs many files: modules are loaded, and Chromium is started, once for each worker.
    isolate: false,
    // No test measures time by these limits. They only stop hanging tests, also on a slow and busy machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 180_000 } },
    // Many tests that hang until their limits would outlast the time of a CI run.
    bail: 15,
    sequence: { sequencer: LongestFirst },
    projects: [
      // For tests that need nothing outside their process. A new test file belongs here by default.
      project("rules", ["**/*.test.ts"], [...needDatabase, ...needServer, ...needBrowser]),
      project("database", needDatabase, [], [copyClusters]),
      project("http", needServer, [], [copyClusters]),
      project("browser", needBrowser, [], ["tests/support/browser/setup.ts"]),
    ],
  },
});

function project(name: string, include: string[], exclude: string[] = [], setupFiles: string[] = []) {
  return {
    extends: true as const,
    test: { name, include, exclude: [...never, ...exclude], setupFiles },
  };
}

/** An external database has no cluster for us to start and kill. */
function ofOurOwnServer(): string[] {
  return process.env["TEST_DATABASE_URL"] === undefined ? [] : ["database/embedded/start.test.ts"];
}

/** `npm test` runs them only on an external server. */
function ofAnExternalServer(): string[] {
  return process.env["EXTERNAL_APART"] === undefined
    ? []
    : needExternalServer.map((start) => `${start}*.test.ts`);
}
