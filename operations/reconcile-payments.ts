import type { Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import { askAndSettle, claim, type Claimed, type Providers } from "./ask-about-payment.ts";
import { isJobOn } from "./is-job-on.ts";

export type Reconciled = { asked: number; heard: number };

type How = { most?: number; together?: number; stop?: AbortSignal };

/**
 * Asks about every payment whose time has come. Several nodes may do this at once: each payment is one node's. Whoever
 * stops the job, or the node, waits for the questions under way and for no more.
 */
export async function reconcilePayments(
  db: Kysely<Tables>,
  providers: Providers,
  clock: () => Date,
  { most = 100, together = 4, stop }: How = {},
): Promise<Reconciled> {
  const total: Reconciled = { asked: 0, heard: 0 };
  const failures: unknown[] = [];
  const mayGoOn = async () =>
    failures.length === 0 && !stop?.aborted && (await isJobOn(db, "reconcile-payments"));

  const askUntilNoneIsDue = async () => {
    while (total.asked < most && (await mayGoOn())) {
      const claimed = await claimNext(db, clock());
      if (claimed === null) return;
      total.asked += 1;
      const answer = await askAndSettle(db, providers, claimed, clock);
      if (answer.kind === "heard") total.heard += 1;
    }
  };
  // A question that failed ends the run when the others under way are settled; its lease runs out, and it is asked again.
  const keepFailure = (error: unknown) => void failures.push(error);
  await Promise.all(Array.from({ length: together }, () => askUntilNoneIsDue().catch(keepFailure)));
  if (failures.length > 0) throw failures[0];
  return total;
}

function claimNext(db: Kysely<Tables>, now: Date): Promise<Claimed | null> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom("payments")
      .select("id")
      .where("next_check_at", "<=", now)
      .orderBy("next_check_at")
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (due === undefined) return null;
    return (await claim(tx, now).where("id", "=", due.id).executeTakeFirst()) ?? null;
  });
}
