import { argon2Sync, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { checkPassword } from "./check.ts";

const { db } = await testRecords();

async function keep(stored: string): Promise<() => Promise<string | null>> {
  const userId = await colleague(db, "staff");
  await db
    .insertInto("credentials")
    .values({ id: userId, user_id: userId, provider_id: "credential", account_id: userId, password: stored })
    .execute();
  return async () =>
    (
      await db
        .selectFrom("credentials")
        .select("password")
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow()
    ).password;
}

function cheapHash(message: string): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync("argon2id", {
    message,
    nonce,
    memory: 8_192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(tag)}`;
}

test("a right password with an old cost is hashed again", async () => {
  const old = cheapHash("karafuu na mdalasini");
  const kept = await keep(old);
  expect(await checkPassword(db, "karafuu na mdalasini", old)).toBe(true);
  const fresh = (await kept()) ?? "";
  expect(fresh).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await checkPassword(db, "karafuu na mdalasini", fresh)).toBe(true);
  expect(await kept()).toBe(fresh);
});

test("a wrong password leaves the old hash", async () => {
  const old = cheapHash("karafuu na mdalasini");
  const kept = await keep(old);
  expect(await checkPassword(db, "karafuu na tangawizi", old)).toBe(false);
  expect(await kept()).toBe(old);
});
