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
