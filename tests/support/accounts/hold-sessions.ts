import pg from "pg";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";

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
    create function hold_session() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(8150);
      return new;
    end $$;
    create trigger ${name} before insert on sessions for each row when (new.user_agent = '${held}')
      execute function hold_session();
    select pg_advisory_lock(8150);
  `);
  return {
    untilWaiting: (count: number) => untilWaiting(url, count),
    release: () => owner.query("select pg_advisory_unlock(8150)"),
    async [Symbol.asyncDispose]() {
      await owner.query("select pg_advisory_unlock_all()");
      await owner.query("drop function hold_session cascade");
      await owner.end();
    },
  };
}

export const held = "held";
