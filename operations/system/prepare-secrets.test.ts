import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { sharedSecret } from "#operations/system/shared-secrets.ts";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { sealWith } from "#storage/secret-key.ts";
import { testDatabase } from "#tests/support/database/open.ts";
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
  expect(await prepareSecrets(own.webUrl, seal)).toEqual({ kind: "ready", resealed: 2 });
  for (const { value } of await stored()) expect(value).toMatch(/^v1\./);
  expect(await sharedSecret(database.readWrite, seal, "sessions")).toBe(inClear);
  expect(await prepareSecrets(own.webUrl, seal)).toEqual({ kind: "ready", resealed: 0 });
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
  expect(await prepareSecrets(own.webUrl, sealWith([fresh, old]))).toEqual({ kind: "ready", resealed: 3 });
  expect(await prepareSecrets(own.webUrl, sealWith([fresh]))).toEqual({ kind: "ready", resealed: 0 });
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
