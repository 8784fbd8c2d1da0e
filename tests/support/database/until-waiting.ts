import pg from "pg";
import { expect } from "vitest";

/** Until so many requests wait in this database for a lock that another request holds. */
export async function untilWaiting(url: string, count: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const waiting = async () => {
    const { rows } = await client.query(
      `select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].count;
  };
  try {
    await expect.poll(waiting).toBe(count);
  } finally {
    await client.end();
  }
}
