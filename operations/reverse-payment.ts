import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import { lockPayment } from "./lock-payment.ts";
import { openCase } from "./open-case.ts";
import { applyEvent } from "./settle-payment.ts";

export type Proposed =
  | { kind: "proposed"; caseId: bigint }
  | { kind: "unknown" }
  /** Only what was paid, and not paid back yet, can be given back. */
  | { kind: "not-paid" }
  | { kind: "proposed-before" };

/** Somebody on staff asks that a gift be given back. Somebody else decides, by resolving the case. */
export async function proposeReversal(
  db: Kysely<Tables>,
  { externalId, reason, by }: { externalId: string; reason: string; by: string },
): Promise<Proposed> {
  return db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom("payments as p")
      .innerJoin("donations as d", "d.id", "p.donation_id")
      .select("p.id")
      .where("d.external_id", "=", externalId)
      .orderBy("p.id", "desc")
      .executeTakeFirst();
    const payment = found && (await lockPayment(tx, { id: found.id }));
    if (!payment) return { kind: "unknown" };
    if (payment.status !== "succeeded") return { kind: "not-paid" };
    const details = { proposedBy: by, reason };
    const caseId = await openCase(tx, "refund", { paymentId: payment.id, details });
    if (caseId === null) return { kind: "proposed-before" };
    await tx
      .insertInto("audit_log")
      .values({ actor_id: by, action: "propose-refund", subject: `donation:${externalId}`, reason })
      .execute();
    return { kind: "proposed", caseId };
  });
}

/** Takes the gift, and the fee added to it, back out of the ledger. The money itself is sent by hand: no provider offers to. */
export async function reversePayment(
  tx: Transaction<Tables>,
  paymentId: bigint,
  { reason, by, now }: { reason: string; by: string; now: Date },
): Promise<"reversed" | "not-paid"> {
  const payment = await lockPayment(tx, { id: paymentId });
  if (payment?.status !== "succeeded") return "not-paid";
  await applyEvent(tx, payment, "refunded", { messageId: null, now, by });
  await tx
    .insertInto("audit_log")
    .values({ actor_id: by, action: "refund", subject: `donation:${payment.donation.externalId}`, reason })
    .execute();
  return "reversed";
}
