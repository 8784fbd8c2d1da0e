import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { sharedSecret } from "#operations/system/shared-secrets.ts";
import { listenForChanges } from "#database/changes.ts";
import type { Seal } from "#domain/system/seal.ts";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { sealWith } from "#storage/secret-key.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { openLink } from "#operations/mail/queue.ts";
import { prepareSecrets } from "./prepare-secrets.ts";

let own: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
beforeEach(async () => {
  own = await testDatabase();
  database = openDatabase(own.webUrl, { poolSize: 2 });
});
afterEach(async () => {
  await database.close();
  await own.close();
});

const newKey = () => randomBytes(32);
const stored = () =>
  database.readWrite.selectFrom("secrets").select(["name", "value"]).orderBy("name").execute();
const inClear = "stored by an earlier version";
const storeInClear = () =>
  database.readWrite.insertInto("secrets").values({ name: "sessions", value: inClear }).execute();

test("secrets of an earlier version are sealed and still readable", async () => {
  await storeInClear();
  const seal = sealWith([newKey()]);
  expect(await prepareSecrets(own.webUrl, seal)).toMatchObject({ kind: "ready", resealed: 2 });
  for (const { value } of await stored()) expect(value).toMatch(/^v1\./);
  expect(await sharedSecret(database.readWrite, seal, "sessions")).toBe(inClear);
  expect(await prepareSecrets(own.webUrl, seal)).toMatchObject({ kind: "ready", resealed: 0 });
});

test("another key is refused and changes nothing", async () => {
  await prepareSecrets(own.webUrl, sealWith([newKey()]));
  await storeInClear();
  const before = await stored();
  expect(await prepareSecrets(own.webUrl, sealWith([newKey()]))).toEqual({ kind: "wrong-key" });
  expect(await stored()).toEqual(before);
});

test("of two nodes that start with different keys, one is refused", async () => {
  const prepared = await Promise.all(
    [newKey(), newKey()].map((key) => prepareSecrets(own.webUrl, sealWith([key]))),
  );
  expect(prepared.map(({ kind }) => kind).toSorted()).toEqual(["ready", "wrong-key"]);
});

test("a start with a new key makes the old key unnecessary", async () => {
  const [old, fresh] = [newKey(), newKey()];
  await prepareSecrets(own.webUrl, sealWith([old]));
  const secret = await sharedSecret(database.readWrite, sealWith([old]), "sessions");
  expect(await prepareSecrets(own.webUrl, sealWith([fresh, old]))).toMatchObject({
    kind: "ready",
    resealed: 3,
  });
  expect(await prepareSecrets(own.webUrl, sealWith([fresh]))).toMatchObject({ kind: "ready", resealed: 0 });
  expect(await sharedSecret(database.readWrite, sealWith([fresh]), "sessions")).toBe(secret);
  expect(await prepareSecrets(own.webUrl, sealWith([old]))).toEqual({ kind: "wrong-key" });
});

test("earlier links are sealed, and a new first key reseals them", async () => {
  const address = "/auth/email?undo=abc";
  await database.readWrite
    .insertInto("outbox")
    .values([
      { template: "email-undo", recipient: "a@fund.example", details: JSON.stringify({ address }) },
      {
        template: "password-changed",
        recipient: "a@fund.example",
        details: JSON.stringify({ address: "/auth/forgot" }),
      },
    ])
    .execute();
  const [old, fresh] = [newKey(), newKey()];
  await prepareSecrets(own.webUrl, sealWith([old]));
  await prepareSecrets(own.webUrl, sealWith([fresh, old]));
  const emails = await database.readWrite.selectFrom("outbox").select("details").orderBy("id").execute();
  const { sealedAddress, linkHash } = z
    .object({ sealedAddress: z.string(), linkHash: z.string() })
    .parse(emails[0]?.details);
  expect(openLink(sealWith([fresh]), sealedAddress)).toBe(address);
  expect(linkHash).toBe(createHash("sha256").update("abc").digest("hex"));
  expect(emails[1]?.details).toEqual({ address: "/auth/forgot" });
});

test("a replaced key neither encrypts again nor opens anything after 30 days", async () => {
  const [old, fresh] = [newKey(), newKey()];
  const both = sealWith([fresh, old]);
  const ofOld = sealWith([old]).seal("link", "text");
  await prepareSecrets(own.webUrl, sealWith([old]));
  const openWith = async (seal: Seal) => {
    const prepared = await prepareSecrets(own.webUrl, seal);
    if (prepared.kind !== "ready") throw new Error(prepared.kind);
    return { ...prepared, text: prepared.seal.open("link", ofOld) };
  };
  expect(await openWith(both)).toMatchObject({ resealed: 2, text: "text", oldKeys: [{ hasExpired: false }] });
  expect(await openWith(sealWith([old, fresh]))).toMatchObject({ resealed: 0, text: "text" });
  await onDatabase(own.url, "update retired_keys set retired_at = now() - interval '31 days'");
  expect(await openWith(both)).toMatchObject({ resealed: 0, text: null, oldKeys: [{ hasExpired: true }] });
  expect(await openWith(sealWith([fresh]))).toMatchObject({ oldKeys: [] });
});

test("a new key waits until every running process has it", async () => {
  const [old, fresh] = [newKey(), newKey()];
  await prepareSecrets(own.webUrl, sealWith([old]));
  const before = await stored();
  const heard = Promise.withResolvers<void>();
  const listener = { onChange() {}, onLost() {}, onListening: heard.resolve };
  const node = listenForChanges(own.webUrl, listener, { keyIds: sealWith([old]).keyIds });
  onTestFinished(() => node.stop());
  await heard.promise;
  const refused = { kind: "key-unknown-to-nodes", processes: 1 };
  expect(await prepareSecrets(own.webUrl, sealWith([fresh, old]))).toEqual(refused);
  expect(await stored()).toEqual(before);
  await node.stop();
  expect(await prepareSecrets(own.webUrl, sealWith([fresh, old]))).toMatchObject({ kind: "ready" });
});
