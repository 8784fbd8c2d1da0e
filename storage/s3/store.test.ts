import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openFolder, StoreFault, type Store } from "#storage/store.ts";
import { startS3, type S3Server } from "#tests/support/storage/s3-server.ts";
import { openBucket, type Bucket } from "./bucket.ts";
import { openBucketStore } from "./store.ts";

let s3: S3Server;
let folder: string;
beforeAll(async () => {
  s3 = await startS3();
  folder = await mkdtemp(join(tmpdir(), "amana-store-"));
});
afterEach(async () => {
  s3.mode = "work";
  s3.failAfter(Infinity);
  await s3.network.set();
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const bucketStore = (patience?: number, key = s3.settings.secretAccessKey) =>
  openBucketStore(openBucket({ ...s3.settings, secretAccessKey: key }, patience), "pictures");

const files = [
  { name: "360.avif", body: Buffer.from([0, 10, 13, 255]) },
  { name: "360.jpeg", body: Buffer.alloc(200_000, 7) },
];

test.each<[string, () => Store]>([
  ["folder", () => openFolder(folder)],
  ["bucket", bucketStore],
])("a %s returns stored files unchanged and forgets removed ones", async (_kind, open) => {
  const store = open();
  const before = Date.now();
  expect([await store.has("well"), await store.get("well", "360.avif"), await store.files("well")]).toEqual([
    false,
    null,
    null,
  ]);
  await store.put("well", files);
  await store.put("well", files);
  await store.put("wellhead", files.slice(0, 1));
  expect(await store.has("well")).toBe(true);
  for (const { name, body } of files) expect((await store.get("well", name))?.equals(body)).toBe(true);
  expect(await store.get("well", "720.avif")).toBeNull();
  expect(await store.files("well")).toEqual(files);
  const listed = await store.list();
  expect(listed.map(({ id }) => id).toSorted()).toEqual(["well", "wellhead"]);
  for (const { storedAt } of listed) expect(Math.abs(storedAt.getTime() - before)).toBeLessThan(3_600_000);
  await store.remove("well");
  await store.remove("well");
  expect([await store.has("well"), await store.get("well", "360.avif")]).toEqual([false, null]);
  expect((await store.list()).map(({ id }) => id)).toEqual(["wellhead"]);
});

const faultOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof StoreFault ? { kind: error.kind, message: error.message } : error;
};

/** Every function of a store, on a picture that is there. */
const allWork = (store: Store): Promise<unknown>[] => [
  store.put("other", files),
  store.has("well"),
  store.get("well", "360.avif"),
  store.files("well"),
  store.list(),
  store.remove("well"),
];

test.each<[string, () => Promise<unknown> | void, Awaited<ReturnType<typeof faultOf>>]>([
  [
    "away",
    () => s3.network.set({ down: true }),
    { kind: "away", message: "the S3 service did not answer (ECONNREFUSED)" },
  ],
  [
    "silent",
    () => s3.network.set({ swallowed: "down" }),
    { kind: "away", message: "the S3 service did not answer (ETIMEDOUT)" },
  ],
  [
    "overloaded",
    () => void (s3.mode = "fail"),
    { kind: "away", message: expect.stringMatching(/SlowDown|503/) },
  ],
  [
    "refusing",
    () => void (s3.mode = "refuse"),
    { kind: "refused", message: expect.stringMatching(/AccessDenied|403/) },
  ],
])("a service that is %s is a fault of that kind", async (state, breakIt, fault) => {
  await bucketStore().put("well", files);
  await breakIt();
  const patience = state === "silent" ? 700 : undefined;
  const faults = await Promise.all(allWork(bucketStore(patience)).map(faultOf));
  expect(faults).toEqual(faults.map(() => fault));
  expect(faults).toHaveLength(6);
});

test("a wrong key is refused", async () => {
  expect(await faultOf(bucketStore(5_000, "another").get("well", "360.avif"))).toEqual({
    kind: "refused",
    message: "the S3 service answered SignatureDoesNotMatch",
  });
});

test("a failed request is repeated once", async () => {
  const store = bucketStore();
  await store.put("well", files);
  s3.failAfter(0, 1);
  expect((await store.get("well", "360.avif"))?.length).toBe(4);
  s3.failAfter(0, 2);
  expect(await faultOf(store.get("well", "360.avif"))).toMatchObject({ kind: "away" });
});

test("a download that breaks off is never returned", async () => {
  const store = bucketStore();
  await store.put("well", files);
  await s3.network.set({ resetAfter: { bytes: 50_000, direction: "down" } });
  expect(await faultOf(store.get("well", "360.jpeg"))).toMatchObject({ kind: "away" });
});

test("a picture whose upload broke off is unfinished until it is repeated", async () => {
  await s3.network.set({ resetAfter: { bytes: 100_000, direction: "up" } });
  const store = bucketStore();
  expect(await faultOf(store.put("half", files))).toMatchObject({ kind: "away" });
  await s3.network.set();
  expect([await store.has("half"), await store.files("half")]).toEqual([false, null]);
  expect((await store.list()).find(({ id }) => id === "half")?.isComplete).not.toBe(true);
  await store.put("half", files);
  expect(await store.files("half")).toEqual(files);
  expect((await store.list()).find(({ id }) => id === "half")?.isComplete).toBe(true);
});

test.each([
  ["an altered", (body: Buffer) => Buffer.concat([Buffer.from([1]), body.subarray(1)])],
  ["a cut", (body: Buffer) => body.subarray(0, 2)],
])("%s object is never returned", async (_state, change) => {
  const store = bucketStore();
  await store.put("hurt", files);
  const place = join(s3.bucketFolder, "pictures/hurt");
  const name = (await readdir(place)).find((each) => /^360\.avif.*_object$/.test(each)) ?? "";
  await writeFile(join(place, name), change(await readFile(join(place, name))));
  const damaged = { kind: "damaged", message: expect.stringContaining("360.avif has other bytes") };
  expect(await faultOf(store.get("hurt", "360.avif"))).toEqual(damaged);
  expect(await faultOf(store.files("hurt"))).toEqual(damaged);
});

test("objects whose keys lead out of the bucket or folder are passed over", async () => {
  const bucket: Bucket = {
    ...openBucket(s3.settings),
    get: async () => Buffer.from("planted"),
    list: async (prefix) =>
      [
        "pictures/../secret.key",
        "pictures/../complete",
        "pictures//complete",
        "pictures/well/../../../secret.key",
        "pictures/well/..",
        "pictures/well/360.avif",
        "pictures/well/complete",
      ]
        .filter((key) => key.startsWith(prefix))
        .map((key) => ({ key, storedAt: new Date(), bytes: 7 })),
  };
  const store = openBucketStore(bucket, "pictures");
  expect((await store.list()).map(({ id }) => id)).toEqual(["well"]);
  expect((await store.files("well"))?.map(({ name }) => name)).toEqual(["360.avif"]);
});
