import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";

/** Problems for staff that are not about one payment. */
export type Trouble =
  /** The provider lists a payment as paid that is not ours. */
  | { kind: "unknown-order"; subject: `${"azampay" | "selcom"}:${string}` }
  | { kind: "unknown-status"; subject: `${"azampay" | "selcom"}-status:${string}` }
  /** The provider's list has rows that cannot be read or that contradict each other. */
  | { kind: "odd-rows"; subject: "selcom:list" }
  | { kind: "undelivered"; subject: `outbox:${bigint}` }
  | { kind: "mail-server"; subject: "mail" }
  | { kind: "ledger"; subject: "ledger" }
  | { kind: "card-testing"; subject: "cards" }
  | { kind: "unpaid-requests"; subject: "payment requests" };

/** An open case is updated with the latest findings. */
export async function openCaseAbout(
  db: Kysely<Tables>,
  { kind, subject }: Trouble,
  details: Record<string, unknown>,
  statementId: bigint | null = null,
): Promise<void> {
  await db
    .insertInto("cases")
    .values({ kind, subject, details: JSON.stringify(details), statement_id: statementId })
    .onConflict((clash) =>
      clash
        .columns(["subject", "kind"])
        .where(sql<boolean>`status = 'open' and subject is not null`)
        .doUpdateSet({ details: JSON.stringify(details) }),
    )
    .execute();
}
