import pg from "pg";
import { migrate, readMigrations } from "#database/migrate.ts";
import { lostOf, openNodes } from "./nodes.ts";
import { moreDonations, underLoad, type Rates } from "./load.ts";
import { openProxy } from "./proxies.ts";

/** Needs the strongest locks on the two tables that donations write. */
const heavy = {
  name: "9999_heavy.sql",
  text: `alter table donations add column added_under_load text not null default 'old';
    create index added_under_load on donations (added_under_load);
    alter table payments add column added_under_load integer`,
};

type Migrating = { databaseUrl: string; rates: Rates; isAlwaysCalm?: boolean };

/** Migrates while people donate, and while a long report holds a lock that the first attempt cannot get. */
export async function migrateUnderLoad({ databaseUrl, rates, isAlwaysCalm }: Migrating) {
  await using nodes = await openNodes(databaseUrl, { count: 1, isAlwaysCalm });
  await using proxy = await openProxy(nodes.publicPort, nodes.urls);
  const report = new pg.Client(databaseUrl);
  await report.connect();
  const tally = await underLoad(proxy.url, rates, async (soFar) => {
    await moreDonations(soFar, 3);
    await report.query("begin; select count(*) from donations");
    const migrating = migrate(
      databaseUrl,
      () => undefined,
      async () => [...(await readMigrations()), heavy],
    );
    await waitsForLock(databaseUrl);
    await report.query("commit");
    await migrating;
    await moreDonations(soFar, 3);
  });
  await report.end();
  return { ...tally, lost: await lostOf(nodes.database, tally.begun) };
}

async function waitsForLock(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  for (let waiting = 0; waiting === 0;) {
    const { rowCount } = await client.query(
      "select from pg_locks where not granted and mode = 'AccessExclusiveLock'",
    );
    waiting = rowCount ?? 0;
  }
  await client.end();
}
