import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { Encrypter } from "age-encryption";
import { pack } from "tar-stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createBackupKey,
  DamagedBackup,
  isRecipient,
  readBackupFile,
  writeBackupFile,
  type Entry,
} from "./backup-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "amana-backup-file-"));
});
afterAll(() => rm(folder, { recursive: true }));

const key = await createBackupKey();
const large = Buffer.alloc(3_000_000, "a donation and its receipt\n");

async function* entries() {
  yield { name: "database/donations/1.copy", body: large };
  yield { name: "pictures/abc/360.avif", body: Buffer.from([0, 255, 10]) };
  yield { name: "empty", body: Buffer.alloc(0) };
}

async function written(name: string): Promise<string> {
  const path = join(folder, name);
  await writeBackupFile(path, [key.recipient], entries());
  return path;
}

async function asText(source: AsyncIterable<Entry>): Promise<string[]> {
  const all: string[] = [];
  for await (const { name, body } of source) all.push(name, body.toString("latin1"));
  return all;
}

const read = (path: string, secret = key.secret) => asText(readBackupFile(path, secret));

test("every entry comes back unchanged and in order", async () => {
  const path = await written("whole");
  expect(await read(path)).toEqual(await asText(entries()));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readFile(path)).includes("donation and its receipt")).toBe(false);
});

test("each of several keys opens the file", async () => {
  const second = await createBackupKey();
  const path = join(folder, "two-keys");
  await writeBackupFile(path, [key.recipient, second.recipient], entries());
  expect(await read(path, second.secret)).toEqual(await read(path));
});

test("an entry that unpacks to 200 MB is refused", async () => {
  const path = join(folder, "bomb");
  const archive = pack();
  const encrypter = new Encrypter();
  encrypter.addRecipient(key.recipient);
  archive.entry({ name: "pictures/bomb" }, Buffer.alloc(200_000_000));
  archive.finalize();
  await writeFile(path, await encrypter.encrypt(gzipSync(await buffer(archive))));
  const first = readBackupFile(path, key.secret).next();
  await expect(first.then(() => "read")).rejects.toThrow("an entry is too large");
});

test("another key is refused by name", async () => {
  const path = await written("foreign");
  const { secret } = await createBackupKey();
  await expect(read(path, secret)).rejects.toThrow("The key is wrong, or the start of the file was altered.");
});

test("a mistyped key is refused and never repeated", async () => {
  const path = await written("mistyped");
  const wrong = key.secret.replace(/.$/, (last) => (last === "Q" ? "P" : "Q"));
  for (const secret of [wrong, "no key", ""]) {
    const refused = await read(path, secret).catch((error: unknown) => error);
    expect(refused).toEqual(new DamagedBackup("This is not a complete key of backups. Copy it again."));
  }
});

test("a folder is no file", async () => {
  await expect(read(folder)).rejects.toThrow("The file cannot be read (EISDIR");
});

test("a missing file is refused by name", async () => {
  await expect(read(join(folder, "missing"))).rejects.toThrow("The file does not exist.");
});

test("a file cut at any place is refused", async () => {
  const whole = await readFile(await written("to-cut"));
  const path = join(folder, "cut");
  for (const length of [
    0,
    1,
    50,
    200,
    400,
    Math.floor(whole.length / 2),
    whole.length - 16,
    whole.length - 1,
  ]) {
    await writeFile(path, whole.subarray(0, length));
    await expect(read(path), `cut at ${length} of ${whole.length}`).rejects.toThrow(DamagedBackup);
  }
});

test("a file with one changed byte is refused", async () => {
  const whole = await readFile(await written("to-change"));
  const path = join(folder, "changed");
  for (const at of [5, 100, 180, 300, Math.floor(whole.length / 2), whole.length - 20, whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(path, changed);
    await expect(read(path), `byte ${at}`).rejects.toThrow(DamagedBackup);
  }
});

test("bytes after the end are refused", async () => {
  const path = await written("longer");
  await writeFile(path, Buffer.concat([await readFile(path), Buffer.from("more")]));
  await expect(read(path)).rejects.toThrow(DamagedBackup);
});

test("an existing file is never overwritten", async () => {
  const path = await written("existing");
  await expect(writeBackupFile(path, [key.recipient], entries())).rejects.toThrow("EEXIST");
});

test("an error while the entries are read ends the writing", async () => {
  async function* failing() {
    yield* entries();
    throw new Error("the database went away");
  }
  await expect(writeBackupFile(join(folder, "failing"), [key.recipient], failing())).rejects.toThrow(
    "the database went away",
  );
});

test.each([
  [key.recipient, true],
  [key.secret, false],
  ["age1", false],
  ["", false],
])("%s as a recipient: %s", (text, expected) => {
  expect(isRecipient(text)).toBe(expected);
});
