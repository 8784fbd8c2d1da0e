import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";

/** Problems for staff that are not about one payment. */
export type GeneralProblem =
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

type Details = Record<string, unknown>;

/** An open case is updated with the latest findings. */
export const openCaseAbout = (
  db: Kysely<Tables>,
  trouble: GeneralProblem,
  details: Details,
  statementId: bigint | null = null,
): Promise<void> => openCasesAbout(db, [{ ...trouble, details }], statementId);

/** A file of another account has tens of thousands of unknown payments, so one statement opens many cases. */
export async function openCasesAbout(
  db: Kysely<Tables>,
  troubles: (GeneralProblem & { details: Details })[],
  statementId: bigint | null,
): Promise<void> {
  // One statement must not update a case twice.
  const found = new Map(troubles.map((each) => [`${each.kind} ${each.subject}`, each]));
  const cases = [...found.values()];
  for (let at = 0; at < cases.length; at += atOnce)
    await db
      .insertInto("cases")
      .values(
        cases.slice(at, at + atOnce).map(({ kind, subject, details }) => ({
          ...{ kind, subject, details: JSON.stringify(details), statement_id: statementId },
        })),
      )
      .onConflict((clash) =>
        clash
          .columns(["subject", "kind"])
          .where(sql<boolean>`status = 'open' and subject is not null`)
          .doUpdateSet({ details: sql`excluded.details` }),
      )
      .execute();
}

const atOnce = 1_000;
