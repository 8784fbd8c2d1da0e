import { sql, type Kysely, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import { decisionsOn, dismissalsOf, type Dismissal } from "#domain/cases/kinds.ts";
import { collectors } from "#domain/payments/provider.ts";
import { lockPayment } from "#operations/payments/lock.ts";
import { lockStatements } from "#operations/reconciliation/lock-statements.ts";
import { applyEvent } from "#operations/payments/settle.ts";
import { recordAction } from "#operations/system/record-action.ts";

/** Decisions that one person can make about a case. Moving money needs a request and a second person. */
export type Decision =
  /** The money did not arrive, and is not expected. */
  | "fail"
  /** A person has checked it, and nothing more is needed. */
  | Dismissal;

export type CaseDecision = {
  caseId: bigint;
  decision: Decision;
  reason: string;
  by: string;
  now: Date;
};

export type Resolved =
  | { kind: "resolved" }
  | { kind: "unknown" }
  | { kind: "resolved-before" }
  | { kind: "reason-required" }
  /** A second person is to decide about a request to record the payment. */
  | { kind: "request-waits" }
  /** This decision does not fit the case, or the current status of its payment. */
  | { kind: "not-possible" };

/** Closes a case with the decision, the person and the reason. A donation changes only through settling. */
export async function resolveCase(db: Kysely<Tables>, resolving: CaseDecision): Promise<Resolved> {
  const { caseId, decision, by, now } = resolving;
  const reason = resolving.reason.trim();
  if (reason === "") return { kind: "reason-required" };
  return db.transaction().execute(async (tx) => {
    // Lock the payment, then the case (the same order as settling), to avoid a deadlock.
    const about = await tx
      .selectFrom("cases as k")
      .leftJoin("payments as p", "p.id", "k.payment_id")
      .select(["k.payment_id", "k.subject", "p.provider"])
      .where("k.id", "=", caseId)
      .executeTakeFirst();
    if (about === undefined) return { kind: "unknown" };
    // An import locks the lines first and then their payments.
    for (const provider of collectors)
      if (about.provider === provider || about.subject?.startsWith(provider))
        await lockStatements(tx, provider);
    const payment = about.payment_id === null ? null : await lockPayment(tx, { id: about.payment_id });
    const { kind, status, subject } = await tx
      .selectFrom("cases")
      .select(["kind", "status", "subject"])
      .where("id", "=", caseId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (status === "closed") return { kind: "resolved-before" };
    if (await hasOpenRequest(tx, caseId)) return { kind: "request-waits" };

    const may = decisionsOn(payment?.status ?? null);
    const isPossible = decision === "fail" ? may.fail : may.dismiss && dismissalsOf(kind).includes(decision);
    if (!isPossible) return { kind: "not-possible" };
    if (decision === "fail" && payment !== null)
      await applyEvent(tx, payment, "given-up", { messageId: null, now });
    await tx
      .updateTable("cases")
      .set({ status: "closed", decision, reason, closed_by: by, closed_at: sql<Date>`now()` })
      .where("id", "=", caseId)
      .execute();
    await ignoreLine(tx, { paymentId: payment?.id ?? null, subject }, { by, reason });
    await recordAction(tx, by, { action: `resolve-case:${decision}`, subject: `case:${caseId}`, reason });
    return { kind: "resolved" };
  });
}

/** A request to record the payment. After the case is closed, no one could approve it. */
async function hasOpenRequest(tx: Transaction<Tables>, caseId: bigint): Promise<boolean> {
  const open = await tx
    .selectFrom("proposals")
    .select("id")
    .where("subject", "=", `case:${caseId}`)
    .where("status", "=", "open")
    .executeTakeFirst();
  return open !== undefined;
}

/**
 * Open statement lines about the same payment are resolved with the case, until a statement reports something else.
 */
async function ignoreLine(
  tx: Transaction<Tables>,
  { paymentId, subject }: { paymentId: bigint | null; subject: string | null },
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const lines = tx.selectFrom("statement_standings").select("id");
  const [, provider, word] = /^(azampay|selcom)-status:(.*)$/s.exec(subject ?? "") ?? [];
  const settled =
    word !== undefined
      ? lines
          .where("state", "=", "unclear")
          .where(sql`provider`, "=", provider)
          .where(sql`lower(coalesce(said, ''))`, "=", word)
      : paymentId === null
        ? lines.where("state", "=", "open").where(sql`provider || ':' || key`, "=", subject)
        : lines.where("state", "=", "open").where("payment_id", "=", paymentId);
  await tx
    .updateTable("statement_lines")
    .set({ ignored_at: sql<Date>`now()`, ignored_by: by, ignored_reason: reason })
    .where("id", "in", settled)
    .execute();
}
