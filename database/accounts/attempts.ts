import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

export type Limit = {
  /** What is limited, for whom: `sign-in account admin`. Only its hash is kept. */
  what: string;
  most: number;
  seconds: number;
};

type Taken = { kind: "free" } | { kind: "used-up"; seconds: number };

/**
 * Takes one attempt of each limit, on all nodes together, or none where one of them is used up. They are taken before
 * the work, so that a hundred at once are no more than one after another.
 */
export async function takeAttempt(db: Reads, limits: Limit[]): Promise<Taken> {
  try {
    await db.transaction().execute(async (tx) => {
      for (const limit of inOrder(limits)) await takeOne(tx, limit);
    });
    return { kind: "free" };
  } catch (error) {
    if (error instanceof UsedUp) return { kind: "used-up", seconds: error.seconds };
    throw error;
  }
}

/** What turned out well does not count. */
export async function giveAttemptBack(db: Reads, limits: Limit[]): Promise<void> {
  await db
    .deleteFrom("attempts")
    .where("until", "<", sql<Date>`now()`)
    .execute();
  await db
    .updateTable("attempts")
    .set((column) => ({ used: sql<number>`greatest(${column.ref("used")} - 1, 0)` }))
    .where("key", "in", inOrder(limits).map(keyOf))
    .execute();
}

class UsedUp extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super("a limit is used up");
    this.seconds = seconds;
  }
}

async function takeOne(tx: Reads, limit: Limit): Promise<void> {
  const { rows } = await sql<{ wait: number }>`
    insert into attempts as a (key, used, until)
    values (${keyOf(limit)}, 1, now() + make_interval(secs => ${limit.seconds}))
    on conflict (key) do update set
      used = case when a.until <= now() then 1 else a.used + 1 end,
      until = case when a.until <= now() then excluded.until else a.until end
    returning case when used > ${limit.most} then ceil(extract(epoch from until - now()))::integer else 0 end as wait
  `.execute(tx);
  const wait = rows[0]?.wait ?? 0;
  if (wait > 0) throw new UsedUp(wait);
}

const keyOf = ({ what }: Pick<Limit, "what">) => createHash("sha256").update(what).digest();

/** Everybody locks in the same order, so that nobody waits in a circle. */
const inOrder = (limits: Limit[]) =>
  limits.toSorted((one, other) => Buffer.compare(keyOf(one), keyOf(other)));
