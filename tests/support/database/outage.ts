import pg from "pg";
import { inject } from "vitest";

/** Makes one database of the cluster unreachable: no connections, and none that was open. */
export function outageOf(databaseUrl: string) {
  const name = new URL(databaseUrl).pathname.slice(1);
  return {
    begin: () =>
      onCluster(
        `alter database "${name}" allow_connections false`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ),
    end: () => onCluster(`alter database "${name}" allow_connections true`),
  };
}

async function onCluster(...statements: string[]): Promise<void> {
  const client = new pg.Client(inject("cluster"));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
