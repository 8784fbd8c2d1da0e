import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { largestDocument, openDocuments } from "./documents.ts";
import { openFolder } from "./store.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "amana-documents-"));
});
afterAll(() => rm(folder, { recursive: true }));

const bytes = (beginning: string, length = 100) =>
  Buffer.concat([Buffer.from(beginning, "latin1"), Buffer.alloc(length)]);

test.each([
  ["%PDF-1.7", "application/pdf"],
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff\xe0", "image/jpeg"],
  ["RIFF\x00\x01\x02\x03WEBP", "image/webp"],
])("%j is stored unchanged, under a name that is hard to guess", async (beginning, type) => {
  const documents = openDocuments(openFolder(folder), null);
  const [one, two] = [await documents.keep(bytes(beginning)), await documents.keep(bytes(beginning))];
  if ("refused" in one || "refused" in two) throw new Error("refused");
  expect(one.type).toBe(type);
  expect(one.id).toMatch(/^[0-9a-f]{32}$/);
  expect(one.id).not.toBe(two.id);
  expect(await documents.read(one)).toEqual(bytes(beginning));
});

test("a file that is no document, or too large, is refused", async () => {
  const documents = openDocuments(openFolder(folder), null);
  for (const beginning of ["", "<svg", "<!doctype html>", "GIF89a", "PK\x03\x04", " %PDF-1.7", "%PDF"])
    expect(await documents.keep(bytes(beginning))).toEqual({ refused: "not-a-document" });
  expect(await documents.keep(bytes("%PDF-1.7", largestDocument))).toEqual({ refused: "too-large" });
  expect(await documents.read({ id: "0".repeat(32), type: "image/png" })).toBeNull();
});

test.each([
  ["malware", "malware"],
  ["unavailable", "unscanned"],
] as const)("a file with the scan result %s is refused and not stored", async (result, refused) => {
  const own = await mkdtemp(join(folder, "scanned-"));
  const documents = openDocuments(openFolder(own), () => Promise.resolve(result));
  expect(await documents.keep(bytes("%PDF-1.7"))).toEqual({ refused });
  expect(await documents.list()).toEqual([]);
});
