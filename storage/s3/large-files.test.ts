import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startS3, type S3Server } from "#tests/support/storage/s3-server.ts";
import { openBucket } from "./bucket.ts";
import { openLargeFiles } from "./large-files.ts";

let s3: S3Server;
let folder: string;
beforeAll(async () => {
  s3 = await startS3();
  folder = await mkdtemp(join(tmpdir(), "amana-large-"));
});
afterEach(async () => {
  s3.mode = "work";
  await s3.network.set();
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const bytes = Buffer.alloc(3_000_001, "amana");

test("a file is sent and fetched unchanged", async () => {
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await writeFile(from, bytes);
  await openLargeFiles(s3.settings).send("backup", from);
  await openLargeFiles(s3.settings).fetch("backup", to);
  expect((await readFile(to)).equals(bytes)).toBe(true);
});

test("a file of several parts is sent, and fetched unchanged", async () => {
  const [from, to] = [join(folder, "parts"), join(folder, "joined")];
  await writeFile(from, bytes);
  const files = openLargeFiles(s3.settings, 1_000_000);
  await files.send("parts", from);
  await files.fetch("parts", to);
  expect((await readFile(to)).equals(bytes)).toBe(true);
  expect(s3.requests.filter((line) => line.includes("/parts")).map(withoutId)).toEqual([
    "POST /amana-files/parts?uploads",
    ...[1, 2, 3, 4].map((part) => `PUT /amana-files/parts?uploadId=…&partNumber=${part}`),
    "POST /amana-files/parts?uploadId=…",
    "GET /amana-files/parts",
    "HEAD /amana-files/parts",
    "GET /amana-files/parts",
  ]);
});

test("a lost part is sent again, and a lost upload is cancelled", async () => {
  const from = join(folder, "lost");
  await writeFile(from, bytes);
  const files = openLargeFiles(s3.settings, 1_000_000);
  s3.failAfter(2, 1);
  await files.send("lost", from);
  await files.fetch("lost", join(folder, "found"));
  s3.failAfter(2, 2);
  await expect(files.send("cancelled", from)).rejects.toMatchObject({ kind: "away" });
  expect(s3.requests.map(withoutId).at(-1)).toBe("DELETE /amana-files/cancelled?uploadId=…");
  await expect(files.fetch("cancelled", join(folder, "none"))).rejects.toMatchObject({ kind: "refused" });
});

const withoutId = (line: string) => line.replace(/uploadId=[0-9a-f]+/, "uploadId=…");

test("a broken line, a refusal and altered bytes are faults", async () => {
  const from = join(folder, "faulty");
  await writeFile(from, bytes);
  const files = openLargeFiles(s3.settings);
  await s3.network.set({ resetAfter: { bytes: 1_000_000, direction: "up" } });
  await expect(files.send("faulty", from)).rejects.toMatchObject({ kind: "away" });
  await s3.network.set({ resetAfter: { bytes: 1_000_000, direction: "down" } });
  await expect(files.send("faulty", from)).rejects.toMatchObject({ kind: "away" });
  await s3.network.set();
  s3.mode = "refuse";
  await expect(files.send("faulty", from)).rejects.toMatchObject({ kind: "refused" });
  s3.mode = "work";
  await openBucket(s3.settings).put("other", Buffer.from("other"));
  await expect(files.fetch("missing", join(folder, "missing"))).rejects.toMatchObject({ kind: "refused" });
  await writeFile(join(s3.bucketFolder, "other._S3rver_object"), "altered");
  await expect(files.fetch("other", join(folder, "other"))).rejects.toMatchObject({ kind: "damaged" });
});
