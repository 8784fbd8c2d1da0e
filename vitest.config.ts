import { defineConfig } from "vitest/config";

const needDatabase = [
  ...["database/**/*.test.ts", "operations/**/*.test.ts", "jobs/**/*.test.ts"],
  "tests/abuse/**/*.test.ts",
];
const needServer = [
  "tests/http/**/*.test.ts",
  "tests/faults/**/*.test.ts",
  "tests/start.test.ts",
  "app/**/*.http.test.ts",
];
const needBrowser = ["tests/browser/**/*.test.ts"];
const never = ["**/node_modules/**", "build/**", "data/**", ...ofOurOwnServer()];

export default defineConfig({
  test: {
    globalSetup: ["tests/support/cluster.ts"],
    pool: "forks",
    maxWorkers: 2,
    // No test measures time by this: it only ends what hangs.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Long enough for a busy machine: what is polled for comes, or the test has found something.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      // Whatever needs nothing outside its process: a new test file lands here unless it says otherwise.
      project("rules", ["**/*.test.ts"], [...needDatabase, ...needServer, ...needBrowser]),
      project("database", needDatabase),
      project("http", needServer),
      project("browser", needBrowser, [], 120_000),
    ],
  },
});

function project(name: string, include: string[], exclude: string[] = [], testTimeout = 60_000) {
  return {
    extends: true as const,
    test: { name, include, exclude: [...never, ...exclude], testTimeout },
  };
}

/** A database that others run has no cluster of ours to start and to kill. */
function ofOurOwnServer(): string[] {
  return process.env["TEST_DATABASE_URL"] === undefined ? [] : ["database/embedded.test.ts"];
}
