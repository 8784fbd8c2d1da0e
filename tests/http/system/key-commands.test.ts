import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { sharedSecret } from "#operations/system/shared-secrets.ts";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { isPassword } from "#operations/accounts/password/hash.ts";
import { openLink, queueLink } from "#operations/mail/queue.ts";
import { prepareSecrets } from "#operations/system/prepare-secrets.ts";
import { sealWith } from "#storage/secret-key.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { makePerson, password } from "#tests/support/accounts/people.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";

const [old, fresh, stranger] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const [oldSeal, freshSeal] = [sealWith([old]), sealWith([fresh])];
const link = "/auth/reset?key=a-key-in-a-link";

let own: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
let sessions: string;
/** A database in use: a shared secret, a signed-in person, and an unsent email with a link. */
beforeEach(async () => {
  own = await testDatabase();
  database = openDatabase(own.url, { poolSize: 2 });
  const db = database.readWrite;
  await prepareSecrets(own.webUrl, oldSeal);
  sessions = await sharedSecret(db, oldSeal, "sessions");
  const { id, email } = await makePerson(own.url, "amina");
  await db
    .insertInto("sessions")
    .values({ id: "one", user_id: id, token: "one", sign_in_version: 1, expires_at: new Date(8.64e15) })
    .execute();
  await queueLink(db, oldSeal, {
    ...{ template: "password-reset", recipient: email, language: "en" },
    ...{ address: link, key: "a-key-in-a-link" },
  });
});
afterEach(async () => {
  await database.close();
  await own.close();
});

const run = promisify(execFile);

async function command(name: string, ...keys: Buffer[]): Promise<{ code: number; output: string }> {
  const SECRET_KEY = keys.map((key) => key.toString("base64")).join(",");
  const env = { ...inheritedEnvironment, DATABASE_URL: own.url, SECRET_KEY };
  return run(process.execPath, ["scripts/admin.ts", name], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );
}

const stored = async () => ({
  secrets: await database.readWrite.selectFrom("secrets").select(["name", "value"]).orderBy("name").execute(),
  emails: await database.readWrite
    .selectFrom("outbox")
    .select(["details", "status", "given_up_at", "last_error"])
    .execute(),
});

const sealedAddress = z.object({ sealedAddress: z.string() });
const linkUnder = async (seal: typeof oldSeal) =>
  openLink(seal, sealedAddress.parse((await stored()).emails[0]?.details).sealedAddress);

test("rotate-key seals every value with the first key only", async () => {
  const { secrets } = await stored();
  expect(await command("rotate-key", fresh, old)).toEqual({
    code: 0,
    output: `${secrets.length + 1} values were encrypted with the first key. Older keys are no longer needed. They expire in 30 days.\n`,
  });
  expect(await sharedSecret(database.readWrite, freshSeal, "sessions")).toBe(sessions);
  expect(await linkUnder(freshSeal)).toBe(link);
  await expect(sharedSecret(database.readWrite, oldSeal, "sessions")).rejects.toThrow("does not open");
  expect(await linkUnder(oldSeal)).toBeNull();
  expect(await prepareSecrets(own.webUrl, oldSeal)).toEqual({ kind: "wrong-key" });
  expect((await command("rotate-key", fresh)).output).toMatch(/^0 values were encrypted/);
});

test("rotate-key without the key of this database says so and changes nothing", async () => {
  const before = await stored();
  const { code, output } = await command("rotate-key", stranger);
  expect([code, output.split("\n").length]).toEqual([1, 2]);
  expect(output).toContain("SECRET_KEY");
  expect(output).not.toContain(stranger.toString("base64"));
  expect(await stored()).toEqual(before);
});

test("replace-lost-key clears unreadable values and names the next step", async () => {
  expect(await command("replace-lost-key", fresh)).toEqual({
    code: 0,
    output:
      "1 sessions ended. The next start encrypts with its key. Then reset the accounts with two-step sign-in.\n",
  });
  const { secrets, emails } = await stored();
  expect(secrets).toEqual([]);
  expect(emails).toEqual([
    {
      details: {},
      status: expect.any(String),
      given_up_at: expect.any(Date),
      last_error: "the key that sealed its link was replaced",
    },
  ]);
  const db = database.readWrite;
  expect(await db.selectFrom("sessions").select("id").execute()).toEqual([]);
  const audited = await db.selectFrom("audit_log").select("action").where("subject", "=", "site").execute();
  expect(audited).toEqual([{ action: "key-replaced" }]);

  expect(await prepareSecrets(own.webUrl, freshSeal)).toMatchObject({ kind: "ready" });
  expect(await sharedSecret(db, freshSeal, "sessions")).not.toBe(sessions);
  expect(await prepareSecrets(own.webUrl, oldSeal)).toEqual({ kind: "wrong-key" });
  const credential = await db.selectFrom("credentials").select("password").executeTakeFirstOrThrow();
  expect(await isPassword(password, credential.password ?? "")).toBe(true);
});
