import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import { isOwnReference } from "#domain/payments/own-reference.ts";
import type { CaseKind } from "#domain/cases/kinds.ts";
import { addLostDonation, type Added, type LostDonationToAdd } from "./add-lost-donation.ts";

export type AddedLostDonations =
  /** `left` payments have another form of reference, or cannot be added. Their cases stay open. */
  { kind: "added"; added: number; left: number } | Exclude<Added, { kind: "added" }>;

/**
 * Adds the donations of all payments that a restore lost, as one decision of a person. Only payments with a reference
 * that a site such as this one made: other money in the account of the fund stays a case. Each donation is added apart,
 * so a killed run is continued by pressing again.
 */
export async function addLostDonations(
  db: Reads,
  decision: Omit<LostDonationToAdd, "caseId">,
): Promise<AddedLostDonations> {
  const open = await openCasesOfUnknown(db);
  const counts = { added: 0, left: 0 };
  for (const { id, reference } of open) {
    const result: Added = isLost(reference)
      ? await addLostDonation(db, { ...decision, caseId: id })
      : { kind: "not-possible" };
    if (result.kind === "added") counts.added += 1;
    else if (result.kind === "not-possible") counts.left += 1;
    // Someone else has just decided it.
    else if (result.kind !== "resolved-before") return result;
  }
  return { kind: "added", ...counts };
}

/** The number of donations that the decision would add now. */
export async function countLostDonations(db: Reads): Promise<number> {
  const open = await openCasesOfUnknown(db);
  return open.filter(
    ({ reference, outcome, amount }) => isLost(reference) && outcome === "paid" && amount !== null,
  ).length;
}

const isLost = (reference: string | null) => reference !== null && isOwnReference(reference);

const openCasesOfUnknown = (db: Reads) =>
  db
    .selectFrom("cases as c")
    .leftJoin("statement_standings as s", (on) =>
      on.on(sql`s.provider || ':' || s.key`, "=", sql.ref("c.subject")),
    )
    .select(["c.id", "s.reference", "s.outcome", "s.amount"])
    .where("c.kind", "=", "unknown-order" satisfies CaseKind)
    .where("c.status", "=", "open")
    .orderBy("c.id")
    .execute();
