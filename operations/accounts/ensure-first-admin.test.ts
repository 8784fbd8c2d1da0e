import { expect, test } from "vitest";
import * as defaults from "#database/seed/defaults.ts";
import { openDatabase } from "#database/sql.server.ts";
import { testDatabase, testRecords } from "#tests/support/database/open.ts";
import { disableAccount } from "./disable.ts";
import { ensureFirstAdmin } from "./ensure-first-admin.ts";
import { isPassword } from "./password/hash.ts";
import { makeAccount } from "./create.ts";
import { resetAccount } from "./reset.ts";

const { url, db, asOwner } = await testRecords();

test("nodes that start together make one admin and show one password", async () => {
  const outcomes = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(url, undefined, null)));
  const [admin, ...others] = outcomes.filter((each) => each.kind === "invented");
  expect(others).toEqual([]);
  expect(admin?.username).toBe("admin");
  expect(admin?.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  expect(await isPassword(admin?.password ?? "", await storedPassword("admin"))).toBe(true);
  expect(await ensureFirstAdmin(url, undefined, null)).toEqual({ kind: "ready" });
});

test("an admin with configured details is created without showing a password", async () => {
  await using other = await otherDatabase();
  const settings = { email: "Bursar@Fund.Example", password: "a long enough one" };
  expect(await ensureFirstAdmin(other.url, settings, null)).toEqual({ kind: "ready" });
  const db = openDatabase(other.url, { poolSize: 1 });
  const user = await db.readWrite.selectFrom("users").selectAll().executeTakeFirstOrThrow();
  await db.close();
  expect(user).toMatchObject({ email: "bursar@fund.example", role: "admin", username: "admin" });
});

test("the first admin's password may not be the fund's name", async () => {
  await using other = await otherDatabase();
  const db = openDatabase(other.url, { poolSize: 1 });
  const fund = { ...defaults.fund, name: { en: "Zawadi Trust", sw: "Zawadi" } };
  await db.readWrite
    .insertInto("site_settings")
    .values({ key: "fund", value: JSON.stringify(fund) })
    .execute();
  const settings = { email: "bursar@fund.example", password: "ZawadiTrust2027" };
  expect(await ensureFirstAdmin(other.url, settings, null)).toEqual({
    kind: "poor-password",
    problem: "own-name",
  });
  expect(await db.readWrite.selectFrom("users").select("id").execute()).toEqual([]);
  await db.close();
});

test("a username or email address that is taken is refused", async () => {
  const juma = { username: "juma", email: "juma@fund.example", role: "staff", password: "karafuu" } as const;
  expect((await makeAccount(asOwner, juma, null)).kind).toBe("made");
  expect(await makeAccount(asOwner, juma, null)).toEqual({ kind: "taken" });
  expect(
    await makeAccount(asOwner, { ...juma, username: "juma2", email: "JUMA@fund.example" }, null),
  ).toEqual({
    kind: "taken",
  });
});

test("disabling or resetting an account ends its sessions, with an audit entry", async () => {
  const made = await makeAccount(
    asOwner,
    { username: "asha", email: "asha@fund.example", role: "staff", password: "karafuu" },
    null,
  );
  if (made.kind !== "made") throw new Error("not made");
  const sessions = () => db.selectFrom("sessions").selectAll().where("user_id", "=", made.id).execute();
  const signIn = async (id: string) => {
    const { sign_in_version } = await db
      .selectFrom("users")
      .select("sign_in_version")
      .where("id", "=", made.id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("sessions")
      .values({ id, user_id: made.id, token: id, sign_in_version, expires_at: new Date(8.64e15) })
      .execute();
  };

  await signIn("one");
  expect(await disableAccount(db, made.id, null)).toBe("disabled");
  expect(await sessions()).toEqual([]);
  await signIn("two");
  expect(await resetAccount(asOwner, { email: null, name: "asha", password: "mdalasini" }, null)).toBe(
    "reset",
  );
  expect(await sessions()).toEqual([]);
  expect(await isPassword("mdalasini", await storedPassword("asha"))).toBe(true);

  const logged = await db
    .selectFrom("audit_log")
    .select("action")
    .where("subject", "=", `user:${made.id}`)
    .orderBy("id")
    .execute();
  expect(logged.map(({ action }) => action)).toEqual(["account-made", "account-disabled", "account-reset"]);
  expect(await disableAccount(db, "unknown", null)).toBe("unknown");
  expect(await resetAccount(asOwner, { email: null, name: "unknown", password: "x" }, null)).toBe("unknown");
});

async function storedPassword(username: string): Promise<string> {
  const row = await db
    .selectFrom("credentials")
    .innerJoin("users", "users.id", "credentials.user_id")
    .select("credentials.password")
    .where("users.username", "=", username)
    .executeTakeFirstOrThrow();
  return row.password ?? "";
}

async function otherDatabase() {
  const other = await testDatabase();
  return { url: other.url, [Symbol.asyncDispose]: other.close };
}
