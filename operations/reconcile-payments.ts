import type { Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import { askAndSettle, claim, type Asked, type Claimed, type Providers } from "./ask-about-payment.ts";

export type Reconciled = { asked: number; heard: number };

/** Asks about every payment whose time has come. Several nodes may do this at once: each payment is one node's. */
export async function reconcilePayments(
  db: Kysely<Tables>,
  providers: Providers,
  clock: () => Date,
  { most = 100, together = 4 }: { most?: number; together?: number } = {},
): Promise<Reconciled> {
  const total: Reconciled = { asked: 0, heard: 0 };
  while (total.asked < most) {
    const now = clock();
    const claimed = await claimDue(db, now, together);
    if (claimed.length === 0) return total;
    const answers = await Promise.allSettled(claimed.map((each) => askAndSettle(db, providers, each, clock)));
    total.asked += claimed.length;
    total.heard += answers.filter(heard).length;
    const failed = answers.find((answer) => answer.status === "rejected");
    // The others of this round are settled by now; the lease of this one runs out, and it is asked about again.
    if (failed !== undefined && failed.status === "rejected") throw failed.reason;
  }
  return total;
}

function claimDue(db: Kysely<Tables>, now: Date, most: number): Promise<Claimed[]> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom("payments")
      .select("id")
      .where("next_check_at", "<=", now)
      .orderBy("next_check_at")
      .limit(most)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const ids = due.map(({ id }) => id);
    return ids.length === 0 ? [] : claim(tx, now).where("id", "in", ids).execute();
  });
}

function heard(answer: PromiseSettledResult<Asked>): boolean {
  return answer.status === "fulfilled" && answer.value.kind === "heard";
}
