import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "./sql.server.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { isUnavailable } from "./database-errors.ts";

test("a lock timeout is not our error, but a wrong statement is", async () => {
  const { url, close } = await testDatabase();
  const database = openDatabase(url, { poolSize: 1 });
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query("begin; lock table payments in access exclusive mode");
  const saying = (statement: string) =>
    sql
      .raw(statement)
      .execute(database.readWrite)
      .then(
        () => "nothing",
        (error: unknown) => isUnavailable(error),
      );
  expect(await saying("select from payments")).toBe(true);
  expect(await saying("select from nowhere")).toBe(false);
  await holder.end();
  await database.close();
  await close();
});

test("a refused role and a missing database count as unavailable", async () => {
  const { url, close } = await testDatabase();
  const role = new URL(url);
  role.username = "no_such_role";
  const place = new URL(url);
  place.pathname = "/no_such_database";
  for (const refused of [role, place]) {
    const client = new pg.Client(refused.href);
    const error: unknown = await client.connect().then(
      () => "connected",
      (refusal: unknown) => refusal,
    );
    expect([Reflect.get(Object(error), "code"), isUnavailable(error)]).toEqual([
      expect.stringMatching(/^(?:28000|28P01|3D000)$/),
      true,
    ]);
  }
  await close();
});

test.each(["28000", "28P01", "3D000"])("the code %s counts as unavailable", (code) => {
  const error = Object.assign(new pg.DatabaseError("refused", 7, "error"), { code });
  expect(isUnavailable(error)).toBe(true);
});

test.each(["EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN"])(
  "the network error %s counts as unavailable",
  (code) => {
    expect(isUnavailable(Object.assign(new Error("connect"), { code }))).toBe(true);
  },
);
