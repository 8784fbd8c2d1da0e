import { glob, readFile } from "node:fs/promises";
import { matchesGlob } from "node:path";
import { expect, test } from "vitest";

/** Files of database/ that write nevertheless, each with its reason. */
const writers: Record<string, string> = {
  "database/seed/**": "loads the demonstration as the owner",
  "database/migrate.ts": "the owner records each migration in its transaction",
  "database/installation.ts": "the owner records the payments mode before the site's role connects",
};

/** Files outside database/ and operations/ with SQL, each with its reason. */
const outside: Record<string, string> = {
  "payments/gateway-sandbox/store.ts": "the sandbox simulates another company and has its own SQLite file",
  "jobs/queue.ts": "passes the statements of pg-boss to the pool",
};

const writes = [
  /\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(/,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate\s+table|nextval\s*\()/i,
  /\bupdate\s+[\w."]+(?:\s+(?:as\s+)?\w+)?\s+set\b/i,
];
const anySql = [
  ...writes,
  /\.(?:selectFrom|executeSql)\(/,
  /\bsql(?:<[^`]*>)?`/,
  /\.query\s*(?:<[^(]*>)?\(/,
  /import\s+(?!type\b)[^;]*\bsql\b[^;]*from "kysely"/,
];

test("database/ only reads, and other folders have no SQL", async () => {
  const faults: string[] = [];
  const excused = new Set<string>();
  const folders = "{database,app,domain,payments,outside,email,storage,jobs}/**/*.{ts,tsx}";
  const files: string[] = [];
  for await (const file of glob(folders)) if (!/\.test\.tsx?$/.test(file)) files.push(file);
  expect(files.length).toBeGreaterThan(300);
  for (const file of files) {
    const fault = faultOf(file, await readFile(file, "utf8"));
    if (fault === null) continue;
    const excuse = excuseOf(file);
    if (excuse === undefined) faults.push(fault);
    else excused.add(excuse);
  }
  expect(faults).toEqual([]);
  expect([...excused].toSorted(), "exceptions that are still needed").toEqual(
    [...Object.keys(writers), ...Object.keys(outside)].toSorted(),
  );
});

test.each([
  ["database/planted.ts", 'db.insertInto("alarms").values(alarm)'],
  ["database/planted.ts", 'db\n    .updateTable("alarms")'],
  ["database/planted.ts", "sql`delete from alarms`"],
  ["database/planted.ts", "sql`\n  update alarms a set ended_at = now()`"],
  ["database/planted.ts", 'client.query("INSERT INTO alarms (kind) values ($1)")'],
  ["database/planted.ts", "sql`select nextval('receipt_numbers')`"],
  ["app/planted.server.ts", 'db.selectFrom("alarms").selectAll()'],
  ["app/planted.server.ts", "sql<{ now: Date }>`select now()`"],
  ["jobs/planted.ts", 'pool.query<{ id: bigint }>("select 1")'],
  ["payments/planted.ts", 'import { sql, type Kysely } from "kysely";'],
])("in %s the planted %j is reported", (file, source) => {
  expect(faultOf(file, source)).not.toBeNull();
});

test.each([
  ["database/planted.ts", 'db.selectFrom("alarms").selectAll()'],
  ["database/planted.ts", "// A later update of the row may set it.\nsql`select now()`"],
  ["app/planted.server.ts", 'import type { Kysely } from "kysely";'],
  ["app/planted.tsx", "<p>Select a campaign from the list</p>"],
])("in %s the permitted %j passes", (file, source) => {
  expect(faultOf(file, source)).toBeNull();
});

function faultOf(file: string, source: string): string | null {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const isDatabase = file.startsWith("database/");
  const found = (isDatabase ? writes : anySql).flatMap((pattern) => pattern.exec(code)?.[0] ?? [])[0];
  if (found === undefined) return null;
  return `${file} has "${found.trim()}": ${isDatabase ? "writes belong in operations/" : "SQL belongs in database/ or operations/"}`;
}

const excuseOf = (file: string): string | undefined =>
  Object.keys({ ...writers, ...outside }).find((pattern) => matchesGlob(file, pattern));
