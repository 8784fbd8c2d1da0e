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
