import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";

// deploy/archive.sh with simulated age and PostgreSQL. `npm run deploy:check` runs it with the real ones.

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "amana-archive-"));
  for (const name of ["programs", "archive/wal", "data"]) mkdirSync(join(folder, name), { recursive: true });
  // The content stays readable, and the end of the file shows that it is complete.
  program(
    "age",
    'if [ "$1" = -d ]; then tail -n 1 "$4" | grep -qx sealed && head -n -1 "$4" | head -c -1; else cat; echo; echo sealed; fi',
  );
  program("psql", "echo 000000010000000000000005");
  program("pg_basebackup", `tar c -C "${folder}" programs`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const program = (name: string, text: string) =>
  writeFileSync(join(folder, "programs", name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
const at = (path: string) => join(folder, "archive", path);
const segment = "000000010000000000000004";

function archive(...parameters: string[]) {
  const PATH = `${join(folder, "programs")}:${process.env["PATH"] ?? ""}`;
  const script = resolve("deploy/archive.sh");
  const { status, stdout, stderr } = spawnSync("bash", [script, ...parameters], {
    env: { PATH },
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

function keepSegment(content: string, name = segment) {
  writeFileSync(join(folder, "segment"), content);
  return archive("wal", at(""), join(folder, "segment"), name);
}

test("a segment is kept once, and other content under its name is refused", () => {
  expect(keepSegment("changes").status).toBe(0);
  const kept = readFileSync(at(`wal/${segment}.gz.age`));
  expect(gunzipSync(kept.subarray(0, kept.lastIndexOf("\nsealed"))).toString()).toBe("changes");
  expect(keepSegment("changes").status).toBe(0);
  expect(keepSegment("of another database")).toMatchObject({
    status: 1,
    output: expect.stringContaining("belongs to another database"),
  });
  expect(readFileSync(at(`wal/${segment}.gz.age`))).toEqual(kept);
});

test("a segment that could not be encrypted is not kept", () => {
  program("age", "exit 1");
  expect(keepSegment("changes").status).not.toBe(0);
  expect(readdirSync(at("wal"))).not.toContain(`${segment}.gz.age`);
});

test("a kept segment comes back, and a damaged one stops the recovery", () => {
  keepSegment("changes");
  const target = join(folder, "fetched");
  expect(archive("fetch", at(""), "key", segment, target).status).toBe(0);
  expect(readFileSync(target, "utf8")).toBe("changes");
  expect(archive("fetch", at(""), "key", "000000010000000000000009", target).status).toBe(1);
  writeFileSync(at(`wal/${segment}.gz.age`), readFileSync(at(`wal/${segment}.gz.age`)).subarray(0, 20));
  expect(archive("fetch", at(""), "key", segment, target).status).toBe(200);
});

test("a new copy deletes older copies and the segments that only they need", () => {
  for (const [day, first] of [
    ["01", 1],
    ["08", 3],
  ] as const)
    writeFileSync(at(`base-202611${day}T000000Z-00000001000000000000000${first}.tar.gz.age`), "");
  const names = ["000000010000000000000002", "000000010000000000000003", "00000002.history", segment];
  for (const name of names) keepSegment(name, name);
  expect(archive("base", at("")).status).toBe(0);
  const copies = readdirSync(at("")).filter((name) => name.startsWith("base-"));
  expect(copies).toHaveLength(2);
  expect(copies[0]).toContain("20261108");
  expect(readdirSync(at("wal")).filter((name) => name.endsWith(".age"))).toEqual(
    names
      .slice(1)
      .map((name) => `${name}.gz.age`)
      .toSorted(),
  );
});

test("a copy that breaks off is not kept, and deletes nothing", () => {
  archive("base", at(""));
  const before = readdirSync(at(""));
  program("pg_basebackup", `tar c -C "${folder}" programs; exit 1`);
  expect(archive("base", at("")).status).toBe(1);
  expect(readdirSync(at(""))).toEqual(before);
  program("pg_basebackup", `tar c -C "${folder}" programs`);
  program("age", "head -c 10; exit 1");
  expect(archive("base", at("")).status).toBe(1);
  expect(readdirSync(at(""))).toEqual(before);
});

test("a copy has the time of its end, because no earlier moment can be restored from it", () => {
  program("date", `[ -e "${folder}/copied" ] && echo 20261125T020000Z || echo 20261125T010000Z`);
  program("pg_basebackup", `tar c -C "${folder}" programs; touch "${folder}/copied"`);
  expect(archive("base", at("")).output).toContain("base-20261125T020000Z-");
});

test("a second copy at the same time is refused", () => {
  const { status, stderr } = spawnSync(
    "flock",
    [at(""), "bash", resolve("deploy/archive.sh"), "base", at("")],
    { encoding: "utf8" },
  );
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("gets another copy now") });
});

test("an archive that is not mounted stops the recovery in place of ending it", () => {
  const target = join(folder, "fetched");
  expect(archive("fetch", join(folder, "elsewhere"), "key", segment, target).status).toBe(200);
});

test("a folder whose name a shell would split is refused", () => {
  mkdirSync(join(folder, "my archive", "wal"), { recursive: true });
  const { status, output } = archive("base", join(folder, "my archive"));
  expect([status, output]).toEqual([1, expect.stringContaining("letters, digits")]);
});

test("a restore unpacks the last copy before the time into an empty folder", () => {
  archive("base", at(""));
  const data = join(folder, "data");
  const key = join(folder, "key");
  writeFileSync(key, "");
  const restored = archive("restore", at(""), key, data);
  expect(restored).toMatchObject({ status: 0, output: expect.stringContaining("is unpacked") });
  expect(readdirSync(data)).toEqual(["postgresql.auto.conf", "programs", "recovery.signal"]);
  expect(readFileSync(join(data, "postgresql.auto.conf"), "utf8")).toContain("archive.sh fetch");
  expect(archive("restore", at(""), key, data)).toMatchObject({
    status: 1,
    output: expect.stringContaining("is not empty"),
  });
  const early = archive("restore", at(""), key, join(folder, "early"), "2020-01-01");
  expect(early).toMatchObject({ status: 1, output: expect.stringContaining("no copy from before") });
});

test("a copy made after a restore to a time does not end the next restore at that time", () => {
  const first = join(folder, "first");
  const second = join(folder, "second");
  const key = join(folder, "key");
  writeFileSync(key, "");
  archive("base", at(""));
  archive("restore", at(""), key, first, "2100-01-01 12:00");
  expect(settingsIn(first)).toHaveLength(3);
  program("pg_basebackup", `tar c -C "${first}" .`);
  rmSync(at(readdirSync(at("")).find((name) => name.startsWith("base-")) ?? ""));
  archive("base", at(""));
  archive("restore", at(""), key, second);
  expect(settingsIn(second)).toEqual([
    expect.stringContaining("restore_command"),
    "recovery_target_action = 'promote'",
  ]);
});

const settingsIn = (data: string) =>
  readFileSync(join(data, "postgresql.auto.conf"), "utf8").trim().split("\n");
