import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { bareDatabase } from "#tests/support/database/open.ts";
import { openHearing } from "./answers.ts";
import { openPool } from "./connect.ts";

const { url } = await bareDatabase();

/** In milliseconds. */
const longestSilence = 1_000;
const longWork = "select pg_sleep(3)";

function open() {
  const { hear, whileAnswering } = openHearing(longestSilence);
  const pool = hear(openPool(url, { max: 2 }));
  onTestFinished(() => pool.end());
  return { pool, passOn: whileAnswering };
}

test("work ends for its donor when no connection of the pool says anything", async () => {
  const { pool, passOn } = open();
  const work = pool.query(longWork);
  await expect(passOn(work)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  await work;
});

test("a busy database that answers others keeps its donors waiting", async () => {
  const { pool, passOn } = open();
  const asking = { isDone: false };
  const others = (async () => {
    while (!asking.isDone) {
      await pool.query("select 1");
      await wait(100);
    }
  })();
  const { rowCount } = await passOn(pool.query(longWork)).finally(() => (asking.isDone = true));
  expect(rowCount).toBe(1);
  await others;
});
