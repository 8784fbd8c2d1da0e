import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { Cancelled } from "#domain/payments/provider.ts";
import type { Providers } from "./check-status.ts";

/** Extra time beyond what the provider was given, because the clocks can differ. */
const margin = 5 * 60_000;
const againAfter = 60 * 60_000;
const mostAtOnce = 20;

/**
 * Cancels unpaid orders at the provider when they expire, or when their campaign is held, so that an old page or number
 * cannot be paid. Settles nothing: the status check that follows does, and finds a payment made in the meantime.
 */
export async function cancelExpiredOrders(
  db: Kysely<Tables>,
  providers: Providers,
  clock: () => Date,
  { stop }: { stop?: AbortSignal } = {},
): Promise<number> {
  const pages = providers.selcom?.hostedPages;
  if (!pages) return 0;
  let cancelled = 0;
  for (let count = 0; count < mostAtOnce && !stop?.aborted; count++) {
    const claimed = await claimNext(db, clock(), pages.orderLastsMinutes * 60_000 + margin);
    if (claimed === undefined) break;
    const answer = await pages.cancel(claimed.reference);
    await insertCancelMessage(db, claimed.id, answer, clock());
    if (answer.kind === "cancelled") cancelled += 1;
  }
  return cancelled;
}

const isOfHeldCampaign = sql<boolean>`exists (
  select from donations d join campaigns c on c.id = d.campaign_id
  where d.id = payments.donation_id
    and shown_status(c.status, c.suspended_at, c.is_zakat_eligible, c.zakat_until) <> c.status
)`;

function claimNext(db: Kysely<Tables>, now: Date, lasts: number) {
  return db
    .updateTable("payments")
    .set({ cancel_asked_at: now })
    .where("id", "=", (is) =>
      is
        .selectFrom("payments")
        .select("id")
        .where("provider", "=", "selcom")
        .where("status", "in", ["initiated", "pending", "unknown"])
        .where((or) => or.or([or("created_at", "<", new Date(now.getTime() - lasts)), isOfHeldCampaign]))
        .where((or) =>
          or.or([
            or("cancel_asked_at", "is", null),
            or("cancel_asked_at", "<", new Date(now.getTime() - againAfter)),
          ]),
        )
        .orderBy("created_at")
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(["id", "reference"])
    .executeTakeFirst();
}

async function insertCancelMessage(db: Kysely<Tables>, paymentId: bigint, answer: Cancelled, now: Date) {
  const { raw } = answer;
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("provider_messages")
      .values({
        provider: "selcom",
        kind: "answer",
        payment_id: paymentId,
        body: raw === null ? ("why" in answer ? answer.why : "") : `${raw.status ?? ""} ${raw.body}`,
        verdict: `cancel: ${answer.kind}`,
        judged_at: sql<Date>`now()`,
      })
      .execute();
    await tx.updateTable("payments").set({ next_check_at: now }).where("id", "=", paymentId).execute();
  });
}
