import type { Kysely } from "kysely";
import { isUnavailable } from "#database/database-errors.ts";
import type { Tables } from "#database/tables.ts";
import { questionsARun, questionsTogether } from "#domain/payments/status.ts";
import { checkAndSettle, claimPaymentsToCheck, type Claimed, type Providers } from "./check-status.ts";
import { isJobOn } from "#database/system/is-job-on.ts";

export type Reconciled = { checked: number; answered: number };

type How = { most?: number; together?: number; stop?: AbortSignal };

/**
 * Checks every payment whose status check is due. Several nodes can do this at the same time: each payment is claimed
 * by one node. Stopping waits only for the requests already sent.
 */
export async function reconcilePayments(
  db: Kysely<Tables>,
  providers: Providers,
  clock: () => Date,
  { most = questionsARun, together = questionsTogether, stop }: How = {},
): Promise<Reconciled> {
  const total: Reconciled = { checked: 0, answered: 0 };
  const failures: unknown[] = [];
  const keepFailure = (error: unknown) => void failures.push(error);
  const isAway = () => failures.some(isUnavailable);
  const queue = openQueue(db, clock, { most, together });
  const mayGoOn = async () => !isAway() && !stop?.aborted && (await isJobOn(db, "reconcile-payments"));

  const checkUntilNoneIsDue = async () => {
    while (await mayGoOn()) {
      const claimed = await queue.next();
      if (claimed === null) return;
      total.checked += 1;
      // One payment that cannot be checked stops no other. Without a database the run ends, and leases expire.
      const answer = await checkAndSettle(db, providers, claimed, clock).catch(keepFailure);
      if (answer?.kind === "heard") total.answered += 1;
    }
  };
  await Promise.all(Array.from({ length: together }, () => checkUntilNoneIsDue().catch(keepFailure)));
  await queue.release();
  if (failures.length > 0) throw failures[0];
  return total;
}

/** Every fourth claim takes the longest overdue, so that a flood of new payments cannot starve the old ones. */
const oldestEvery = 4;

/** Claims as many payments as run in parallel: one claim reads all that are due. */
function openQueue(
  db: Kysely<Tables>,
  clock: () => Date,
  { most, together }: { most: number; together: number },
) {
  const claimed: Claimed[] = [];
  let left = most;
  let claims = 0;
  let claiming: Promise<void> | null = null;

  async function claimMore(): Promise<void> {
    claims += 1;
    const first = claims % oldestEvery === 0 ? "overdue" : "youngest";
    const found = await claimDue(db, clock(), { first, most: Math.min(together, left) });
    left -= found.length;
    claimed.push(...found);
  }

  return {
    async next(): Promise<Claimed | null> {
      while (claimed.length === 0 && left > 0) {
        const before = left;
        claiming ??= claimMore().finally(() => (claiming = null));
        await claiming;
        if (left === before && claimed.length === 0) return null;
      }
      return claimed.shift() ?? null;
    },
    /** Makes payments that were claimed but not checked due again. */
    async release(): Promise<void> {
      const now = clock();
      for (const { id, until } of claimed.splice(0))
        await db
          .updateTable("payments")
          .set({ next_check_at: now })
          .where("id", "=", id)
          .where("next_check_at", "=", until)
          .execute();
    },
  };
}

type Claiming = { first: "youngest" | "overdue"; most: number };

/** The newest first: their donors are waiting now, and unanswered payments stay due for a day. */
async function claimDue(db: Kysely<Tables>, now: Date, { first, most }: Claiming): Promise<Claimed[]> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom("payments")
      .select("id")
      .where("next_check_at", "<=", now)
      .orderBy(first === "youngest" ? "created_at" : "next_check_at", first === "youngest" ? "desc" : "asc")
      .limit(most)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    const claimed = await claimPaymentsToCheck(tx, now).where("id", "in", ids).execute();
    return claimed.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  });
}
