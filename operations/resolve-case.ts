import { sql, type Kysely, type Transaction } from "kysely";
import { z } from "zod";
import type { Tables } from "#database/tables.ts";
import { changeOf } from "#domain/payment.ts";
import { lockPayment } from "./lock-payment.ts";
import { reversePayment } from "./reverse-payment.ts";
import { applyEvent } from "./settle-payment.ts";

/** What people may decide about a case. */
export const decisions = [
  /** The money did arrive: book the gift. */
  "credit",
  /** It did not, and will not. */
  "fail",
  /** Give the money back, as proposed. */
  "refund",
  /** It was looked at, and nothing follows. */
  "dismiss",
] as const;
export type Decision = (typeof decisions)[number];

export type Resolving = {
  caseId: bigint;
  decision: Decision;
  /** For a credit also where on the statement the money stands. */
  reason: string;
  by: { id: string; role: "staff" | "admin"; onlyAdmin: boolean };
  now: Date;
};

export type Resolved =
  | { kind: "resolved" }
  | { kind: "unknown" }
  | { kind: "resolved-before" }
  | { kind: "reason-required" }
  /** This decision does not fit this case, or what has become of its payment. */
  | { kind: "not-possible" }
  | { kind: "admins-only" }
  /** Two people decide about giving money back; where there is one admin, he and a day. */
  | { kind: "needs-another-person" };

/** Closes a case with what was decided, by whom and why. Like everything else it changes a donation only by settling. */
export async function resolveCase(db: Kysely<Tables>, resolving: Resolving): Promise<Resolved> {
  const { caseId, decision, by, now } = resolving;
  const reason = resolving.reason.trim();
  if (reason === "") return { kind: "reason-required" };
  return db.transaction().execute(async (tx) => {
    // The payment first and then its case, as whoever settles does: so that neither waits for the other for ever.
    const about = await tx
      .selectFrom("cases")
      .select("payment_id")
      .where("id", "=", caseId)
      .executeTakeFirst();
    if (about === undefined) return { kind: "unknown" };
    const payment = about.payment_id === null ? null : await lockPayment(tx, { id: about.payment_id });
    const found = await tx
      .selectFrom("cases")
      .select(["kind", "status", "details", "opened_at"])
      .where("id", "=", caseId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (found.status === "closed") return { kind: "resolved-before" };

    if (decision === "refund") {
      if (found.kind !== "refund" || payment === null) return { kind: "not-possible" };
      if (by.role !== "admin") return { kind: "admins-only" };
      const { proposedBy } = proposal.parse(found.details);
      if (proposedBy === by.id && !(by.onlyAdmin && hasSlept(found.opened_at, now)))
        return { kind: "needs-another-person" };
      const reversed = await reversePayment(tx, payment.id, { reason, by: by.id, now });
      if (reversed === "not-paid") return { kind: "not-possible" };
    }
    if (decision === "credit" || decision === "fail") {
      const event = decision === "credit" ? "credited" : "given-up";
      if (found.kind === "refund" || payment === null || changeOf(payment.status, event) === null)
        return { kind: "not-possible" };
      await applyEvent(tx, payment, event, { messageId: null, now });
    }
    await close(tx, resolving, reason);
    return { kind: "resolved" };
  });
}

const proposal = z.object({ proposedBy: z.string() });

const day = 86_400_000;

function hasSlept(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= day;
}

async function close(
  tx: Transaction<Tables>,
  { caseId, decision, by }: Resolving,
  reason: string,
): Promise<void> {
  await tx
    .updateTable("cases")
    .set({ status: "closed", decision, reason, closed_by: by.id, closed_at: sql<Date>`now()` })
    .where("id", "=", caseId)
    .where("status", "=", "open")
    .execute();
  await tx
    .insertInto("audit_log")
    .values({ actor_id: by.id, action: `resolve-case:${decision}`, subject: `case:${caseId}`, reason })
    .execute();
}
