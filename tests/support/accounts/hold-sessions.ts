import pg from "pg";
import { expect } from "vitest";

/**
 * Stops new sessions of browsers with the name `held`, before or after the database's own checks, until `release`. So a
 * test can change something between a request's check of the password and its session.
 */
export async function holdSessions(url: string, at: "before" | "after") {
  const owner = new pg.Client(url);
  await owner.connect();
  // Triggers of one kind run in the order of their names.
  const name = at === "before" ? "aa_hold" : "zz_hold";
  await owner.query(`
    create function hold_session() returns trigger language plpgsql set lock_timeout = 0 as $$
    begin
      perform pg_advisory_xact_lock_shared(8150);
      return new;
    end $$;
    create trigger ${name} before insert on sessions for each row when (new.user_agent = '${held}')
      execute function hold_session();
    select pg_advisory_lock(8150);
  `);
  const waiting = async () => {
    const { rows } = await owner.query(
      `select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].count;
  };
  return {
    /** Until so many requests wait: for `release`, or for a request that does. */
    async untilWaiting(count: number) {
      await expect.poll(waiting).toBe(count);
    },
    release: () => owner.query("select pg_advisory_unlock(8150)"),
    async [Symbol.asyncDispose]() {
      await owner.query("select pg_advisory_unlock_all()");
      await owner.query("drop function hold_session cascade");
      await owner.end();
    },
  };
}

export const held = "held";
