import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readMigrations } from "#database/migrate.ts";
import { hashesFile, hashesOf, lostLines } from "#database/schema/hashes.ts";

const path = "database/migrations/hashes.txt";
const one = { name: "0001_one.sql", text: "select 1" };
const two = { name: "0002_two.sql", text: "select 2" };

test("hashes.txt has the hash of every migration", async () => {
  const listed = await readFile(hashesFile, "utf8");
  expect(listed, "run npm run schema after adding a migration").toBe(hashesOf(await readMigrations()));
});

test("hashes.txt keeps every line that is on main", async ({ skip }) => {
  const versions = landedVersions();
  if (versions === null) return skip("no git history here: only the hashes were compared");
  expect(lostLines(versions, await readFile(hashesFile, "utf8"))).toEqual([]);
});

test("a changed, renamed or removed migration loses its line", () => {
  const before = hashesOf([one, two]);
  const line = hashesOf([one]).trim();
  expect(lostLines([before], hashesOf([{ ...one, text: "select 3" }, two]))).toEqual([line]);
  expect(lostLines([before], hashesOf([{ ...one, name: "0003_one.sql" }, two]))).toEqual([line]);
  expect(lostLines([before], hashesOf([two]))).toEqual([line]);
  expect(lostLines([hashesOf([one])], before)).toEqual([]);
});

/** The versions of the file on main that this branch knows. Without a main branch, those of the branch itself. */
function landedVersions(): string[] | null {
  if (git("rev-parse", "HEAD") === null) return null;
  const base =
    git("merge-base", "HEAD", "origin/main") ?? git("merge-base", "HEAD", "main") ?? git("rev-parse", "HEAD");
  const commits =
    git("log", "--format=%H", base?.trim() ?? "HEAD", "--", path)
      ?.trim()
      .split("\n") ?? [];
  return commits.flatMap((commit) => git("show", `${commit}:${path}`) ?? []);
}

function git(...words: string[]): string | null {
  try {
    return execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return null;
  }
}
