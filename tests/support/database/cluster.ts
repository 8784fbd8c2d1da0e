import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { findChromium } from "#tests/support/browser/chromium.ts";
import { copyClusters, keptClusters } from "./copied-clusters.ts";
import { startTestServer } from "./test-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    cluster: string;
    run: string;
    scratch: string;
    browser: string;
  }
}

/** One PostgreSQL server for the whole run, or the one that TEST_DATABASE_URL names. */
export default async function setup(project: TestProject) {
  if (project.vitest.projects.every(({ name }) => name === "rules")) return;
  if (project.vitest.projects.some(({ name }) => name === "browser"))
    project.provide("browser", await findChromium({ maybeShell: true }));
  const external = process.env["TEST_DATABASE_URL"];
  const kept = await mkdtemp(join(tmpdir(), "amana-clusters-"));
  process.env[keptClusters] = kept;
  copyClusters();
  const cluster = external ? { url: external, stop: async () => {} } : await startTestServer();
  const run = `amana_test_${randomBytes(4).toString("hex")}`;
  const scratch = await mkdtemp(join(tmpdir(), "amana-test-"));
  // Pictures are named by their content, so one run can take them from the last.
  const pictures = resolve("node_modules/.cache/amana-pictures");
  await mkdir(pictures, { recursive: true });
  await symlink(pictures, join(scratch, "pictures"));
  project.provide("cluster", cluster.url);
  project.provide("run", run);
  project.provide("scratch", scratch);

  return async () => {
    if (external) await dropDatabasesAndRoles(external, run);
    await cluster.stop();
    for (const folder of [scratch, kept]) await rm(folder, { recursive: true, force: true });
  };
}

async function dropDatabasesAndRoles(url: string, prefix: string) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, $1)",
    [prefix],
  );
  for (const { name } of rows) await client.query(`drop database "${name}" with (force)`);
  const { rows: roles } = await client.query<{ name: string }>(
    "select rolname as name from pg_roles where starts_with(rolname, $1)",
    [prefix],
  );
  for (const { name } of roles) await client.query(`drop role "${name}"`);
  await client.end();
}
