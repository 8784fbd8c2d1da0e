import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { CaseKind, Dismissal } from "#domain/cases/kinds.ts";
import { recordAction } from "#operations/system/record-action.ts";

type About = {
  paymentId: bigint;
  messageId?: bigint | null;
  /** The import that found it. */
  statementId?: bigint | null;
  details: Record<string, unknown>;
};

/** A payment has at most one open case of each kind. */
export async function openCase(db: Kysely<Tables>, kind: CaseKind, about: About): Promise<bigint | null> {
  const opened = await db
    .insertInto("cases")
    .values({
      kind,
      payment_id: about.paymentId,
      message_id: about.messageId ?? null,
      statement_id: about.statementId ?? null,
      details: JSON.stringify(about.details),
    })
    .onConflict((clash) =>
      clash
        .columns(["payment_id", "kind"])
        .where(sql<boolean>`status = 'open' and payment_id is not null`)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return opened?.id ?? null;
}

/** A repeated message is not news: its case was already decided. */
export async function isDecided(
  db: Kysely<Tables>,
  kind: CaseKind,
  { messageId }: { messageId: bigint | null },
): Promise<boolean> {
  if (messageId === null) return false;
  const decided = await db
    .selectFrom("cases")
    .select("id")
    .where("message_id", "=", messageId)
    .where("kind", "=", kind)
    .where("status", "=", "closed")
    .executeTakeFirst();
  return decided !== undefined;
}

/** One case for a whole series of refused donations. */
export async function reportMisconfigured(db: Kysely<Tables>, provider: string, why: string): Promise<void> {
  const known = await db
    .selectFrom("cases")
    .select("id")
    .where("kind", "=", "misconfigured" satisfies CaseKind)
    .where("status", "=", "open")
    .where(sql`details ->> 'provider'`, "=", provider)
    .executeTakeFirst();
  if (known !== undefined) return;
  await db
    .insertInto("cases")
    .values({ kind: "misconfigured" satisfies CaseKind, details: JSON.stringify({ provider, why }) })
    .execute();
}

export async function hasOpenCase(db: Kysely<Tables>, paymentId: bigint): Promise<boolean> {
  const open = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("status", "=", "open")
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

export async function closeCase(
  db: Kysely<Tables>,
  kind: CaseKind,
  paymentId: bigint,
  closing: { decision: string; reason: string; by?: string },
  /** Only a case whose details contain these. */
  holding: Record<string, unknown> = {},
): Promise<void> {
  await db
    .updateTable("cases")
    .set({
      status: "closed",
      decision: closing.decision,
      reason: closing.reason,
      closed_by: closing.by ?? null,
      closed_at: sql<Date>`now()`,
    })
    .where("payment_id", "=", paymentId)
    .where("kind", "=", kind)
    .where("status", "=", "open")
    .where(sql<boolean>`details @> ${JSON.stringify(holding)}::jsonb`)
    .execute();
}

/** For a case that is not about a payment, by the act that deals with it. */
export async function closeDealtWith(
  tx: Kysely<Tables>,
  caseId: bigint,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const decision = "dealt-with" satisfies Dismissal;
  const { numUpdatedRows } = await tx
    .updateTable("cases")
    .set({ status: "closed", decision, reason, closed_by: by, closed_at: sql<Date>`now()` })
    .where("id", "=", caseId)
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n)
    await recordAction(tx, by, { action: `resolve-case:${decision}`, subject: `case:${caseId}`, reason });
}
