import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSecretKey, readKeys, sealWith } from "./secret-key.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "amana-key-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const newKey = () => randomBytes(32);
const file = () => join(dataDir, "secret.key");
const opened = (secretKeys?: Buffer[]) => {
  const found = openSecretKey({ secretKeys, dataDir });
  if ("problem" in found) throw new Error(found.problem);
  return found.seal;
};

test("an encrypted text decrypts for its purpose only", () => {
  const seal = sealWith([newKey()]);
  const sealed = seal.seal("link", "/invitation?key=abc");
  expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/);
  expect(Buffer.from(sealed.split(".")[2] ?? "", "base64url").toString()).not.toContain("invitation");
  expect(seal.open("link", sealed)).toBe("/invitation?key=abc");
  expect(seal.open("secret sessions", sealed)).toBeNull();
});

test("the same text is encrypted differently each time", () => {
  const seal = sealWith([newKey()]);
  expect(seal.seal("link", "same")).not.toBe(seal.seal("link", "same"));
});

test("a changed, cut or foreign text is not decrypted", () => {
  const seal = sealWith([newKey()]);
  const sealed = seal.seal("link", "text");
  const [version, nonce, hidden] = sealed.split(".");
  const bytes = Buffer.from(hidden ?? "", "base64url");
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  const broken = [
    ...[`v1.${nonce}.${bytes.toString("base64url")}`, `v2.${nonce}.${hidden}`, `${version}.${nonce}`],
    ...[`${sealed}.more`, "v1..", "", "text", `v1.${nonce}.${hidden?.slice(0, 8)}`],
  ];
  for (const each of broken) expect(seal.open("link", each), each).toBeNull();
  expect(sealWith([newKey()]).open("link", sealed)).toBeNull();
});

test("the first key encrypts, and every key decrypts", () => {
  const [old, fresh] = [newKey(), newKey()];
  const sealed = sealWith([old]).seal("link", "text");
  const rotated = sealWith([fresh, old]);
  expect(rotated.open("link", sealed)).toBe("text");
  expect(rotated.isCurrent("link", sealed)).toBe(false);
  const again = rotated.seal("link", "text");
  expect(rotated.isCurrent("link", again)).toBe(true);
  expect(sealWith([old]).open("link", again)).toBeNull();
});

test("the first start creates a private key file", () => {
  const sealed = opened().seal("link", "text");
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(["secret.key"]);
  expect(opened().open("link", sealed)).toBe("text");
});

test("keys from the environment need no file", () => {
  const key = newKey();
  const sealed = opened([key]).seal("link", "text");
  expect(readdirSync(dataDir)).toEqual([]);
  expect(sealWith([key]).open("link", sealed)).toBe("text");
});

test("a damaged key file is reported and unchanged", () => {
  writeFileSync(file(), "half a k");
  expect(openSecretKey({ secretKeys: undefined, dataDir })).toEqual({
    problem: expect.stringContaining("has no key"),
  });
  expect(readFileSync(file(), "utf8")).toBe("half a k");
});

const sound = Buffer.alloc(32, 7).toString("base64");

test.each([
  ["one key", sound, 1],
  ["two keys with spaces", ` ${sound} , ${sound}\n`, 2],
  ["a short key", Buffer.alloc(16).toString("base64"), null],
  ["a password", "correct horse battery staple", null],
  ["an empty place", `${sound},`, null],
  ["nothing", "", null],
])("%s is read as such", (_, text, count) => {
  expect(readKeys(text)?.length ?? null).toBe(count);
});
