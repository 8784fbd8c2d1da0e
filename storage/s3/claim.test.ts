import { afterAll, beforeAll, expect, test } from "vitest";
import { openBucketStores } from "#storage/open-stores.ts";
import { startS3, type S3Server } from "#tests/support/storage/s3-server.ts";
import { openBucket } from "./bucket.ts";
import { claimBucket, claimOf } from "./claim.ts";

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3[Symbol.asyncDispose]());

test("the first installation claims a bucket, and another lists nothing there", async () => {
  const bucket = openBucket(s3.settings);
  expect(await claimOf(bucket)).toBeNull();
  expect(await claimBucket(bucket, "one")).toBe("ours");
  expect(await claimBucket(bucket, "one")).toBe("ours");
  expect(await claimBucket(bucket, "two")).toBe("another's");
  expect(await claimOf(bucket)).toBe("one");
  const { documents } = openBucketStores(s3.settings, "one");
  await documents.put("slip", [{ name: "document", body: Buffer.from("%PDF-1.7") }]);
  expect(await documents.list()).toHaveLength(1);
  await expect(openBucketStores(s3.settings, "two").documents.list()).rejects.toThrow("another installation");
});

test("a stranger reads neither an object nor the list", async () => {
  const bucket = openBucket(s3.settings);
  await bucket.put("documents/slip/document", Buffer.from("%PDF-1.7"));
  for (const key of ["", "documents/slip/document"]) expect(await bucket.statusForStranger(key)).toBe(403);
});
