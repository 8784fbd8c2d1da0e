import type pg from "pg";
import { openClient } from "#database/connect.ts";
import { isEmptyDatabase } from "#database/installation.ts";

/**
 * Marks an empty database with the restore that will fill it. The mark allows the same restore to begin again after a
 * crash. False if the database has any other content: nothing was changed.
 */
export async function claimDatabase(url: string, restore: string): Promise<boolean> {
  return onDatabase(url, async (client) => {
    const { rows: tables } = await client.query(
      "select where to_regclass('unfinished_restore.mark') is not null",
    );
    if (tables.length > 0) {
      const { rows } = await client.query("select from unfinished_restore.mark where restore = $1", [
        restore,
      ]);
      return rows.length > 0;
    }
    if (!(await isEmptyDatabase(url))) return false;
    await client.query("begin");
    await client.query("create schema unfinished_restore");
    await client.query("create table unfinished_restore.mark (restore text not null)");
    await client.query("insert into unfinished_restore.mark values ($1)", [restore]);
    await client.query("commit");
    return true;
  });
}

/** The restore is complete. From now on, the database is never replaced. */
export async function releaseDatabase(url: string): Promise<void> {
  await onDatabase(url, (client) => client.query("drop schema unfinished_restore cascade"));
}

async function onDatabase<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = openClient(url);
  await client.connect();
  return work(client).finally(() => client.end());
}
