import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findUnreadableFiles, keepOwner, openPrivately } from "./private-folder.ts";

const usual = process.umask();
let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "amana-private-"));
});
afterEach(() => {
  process.umask(usual);
  rmSync(dataDir, { recursive: true });
});

const modeOf = (...path: string[]) => statSync(join(dataDir, ...path)).mode & 0o777;
const folderMode = process.getuid?.() === 0 ? 0o711 : 0o700;

test("only an earlier version's own files and folders are made private", () => {
  mkdirSync(join(dataDir, "pictures/one"), { recursive: true });
  mkdirSync(join(dataDir, "postgres"));
  const names = ["pictures/one/400.webp", "sandbox-3000.sqlite-wal", "postgres.json", "notes.txt"];
  for (const name of names) writeFileSync(join(dataDir, name), "");
  symlinkSync(join(dataDir, "notes.txt"), join(dataDir, "pictures/link"));
  chmodSync(dataDir, 0o755);
  expect(openPrivately(dataDir)).toEqual([]);
  expect([modeOf(), modeOf("pictures"), modeOf("pictures/one")]).toEqual([folderMode, 0o700, 0o700]);
  expect(names.slice(0, 3).map((name) => modeOf(name))).toEqual([0o600, 0o600, 0o600]);
  expect([modeOf("notes.txt"), modeOf("postgres")]).toEqual([0o644, 0o755]);
});

test("new files and folders of the process are private", () => {
  const folder = join(dataDir, "data");
  openPrivately(folder);
  mkdirSync(join(folder, "logs"));
  writeFileSync(join(folder, "logs/amana.log"), "");
  expect([modeOf("data"), modeOf("data/logs"), modeOf("data/logs/amana.log")]).toEqual([
    ...[folderMode, 0o700, 0o600],
  ]);
});

test("a folder that is already private is unchanged", () => {
  chmodSync(dataDir, 0o700);
  openPrivately(dataDir);
  expect(modeOf()).toBe(0o700);
});

test.skipIf(process.getuid?.() !== 0)("as root, only files of root in the folder get its owner", () => {
  const account = 65_534;
  const another = join(dataDir, "notes.txt");
  mkdirSync(join(dataDir, "pictures/one"), { recursive: true });
  for (const name of ["backup-recipient", "pictures/one/400.webp", "notes.txt"])
    writeFileSync(join(dataDir, name), "");
  linkSync(another, join(dataDir, "pictures/hard"));
  symlinkSync(another, join(dataDir, "pictures/link"));
  chownSync(dataDir, account, account);
  expect(findUnreadableFiles(dataDir)).toEqual(
    ["backup-recipient", "pictures"].map((name) => join(dataDir, name)),
  );
  keepOwner(dataDir);
  const ownerOf = (name: string) => statSync(join(dataDir, name)).uid;
  for (const name of ["backup-recipient", "pictures", "pictures/one", "pictures/one/400.webp"])
    expect(ownerOf(name), name).toBe(account);
  expect([ownerOf("notes.txt"), ownerOf("pictures/hard")]).toEqual([0, 0]);
});
