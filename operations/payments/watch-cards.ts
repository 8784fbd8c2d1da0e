import type { Kysely } from "kysely";
import { isUnavailable } from "#database/database-errors.ts";
import type { Tables } from "#database/tables.ts";
import { cardChecksApart, cardsWatchedFor, mostCardChecks } from "#domain/payments/status.ts";
import { checkAndSettle, claimPaymentsToCheck, type Providers } from "./check-status.ts";

/**
 * Checks paid cards again, because Selcom sends no message about chargebacks. The longest unchecked come first, so
 * that a night beyond the limit delays cards but skips none.
 */
export async function watchCards(
  db: Kysely<Tables>,
  providers: Providers,
  clock: () => Date,
  { most = mostCardChecks, stop }: { most?: number; stop?: AbortSignal } = {},
): Promise<{ checked: number; answered: number }> {
  const total = { checked: 0, answered: 0 };
  const failures: unknown[] = [];
  const before = clock();
  while (total.checked < most && !stop?.aborted) {
    const claimed = await claimNext(db, before, clock());
    if (claimed === undefined) break;
    total.checked += 1;
    const answer = await checkAndSettle(db, providers, claimed, clock).catch((error: unknown) => {
      // One card that cannot be checked stops no other.
      if (isUnavailable(error)) throw error;
      failures.push(error);
    });
    if (answer?.kind === "heard") total.answered += 1;
  }
  if (failures.length > 0) throw failures[0];
  return total;
}

function claimNext(db: Kysely<Tables>, before: Date, now: Date) {
  const earlier = (milliseconds: number) => new Date(before.getTime() - milliseconds);
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom("payments")
      .select("id")
      .where("provider", "=", "selcom")
      .where("method", "=", "card")
      .where("status", "=", "succeeded")
      .where("settled_at", ">", earlier(cardsWatchedFor))
      .where("settled_at", "<", earlier(cardChecksApart))
      .where((is) => is.or([is("asked_at", "is", null), is("asked_at", "<", earlier(cardChecksApart))]))
      .orderBy("asked_at", (order) => order.asc().nullsFirst())
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    return due && claimPaymentsToCheck(tx, now).where("id", "=", due.id).executeTakeFirst();
  });
}
