import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

export type LostPayment = {
  caseId: bigint;
  /** The provider's own reference. */
  reference: string;
  amount: bigint;
  campaign: string;
};

/** Payments that staff added after a restore, that a statement lists as paid, and that no answer has proved. */
export async function findLostPayments(db: Reads): Promise<LostPayment[]> {
  return (await lostPayments(db).orderBy("c.id").execute()).map(asLostPayment);
}

export type LostRequest = LostPayment & { proposalId: bigint };

/** The open requests of one person to record such payments. */
export async function findLostRequests(db: Reads, proposedBy: string): Promise<LostRequest[]> {
  const rows = await lostPayments(db)
    .innerJoin("proposals as a", (on) => on.on("a.subject", "=", sql`'case:' || c.id`))
    .select("a.id as proposal_id")
    .where("a.kind", "=", "credit")
    .where("a.status", "=", "open")
    .where("a.proposed_by", "=", proposedBy)
    // A different amount is a decision of its own.
    .where(sql<boolean>`not a.details ? 'arrived'`)
    .orderBy("a.id")
    .execute();
  return rows.map((row) => ({ ...asLostPayment(row), proposalId: row.proposal_id }));
}

function lostPayments(db: Reads) {
  return db
    .selectFrom("cases as c")
    .innerJoin("payments as p", "p.id", "c.payment_id")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .innerJoin("campaigns as to", "to.id", "d.campaign_id")
    .select(["c.id as case_id", "p.reference", "p.provider_reference", "p.amount", "to.title"])
    .where("c.kind", "=", "not-booked")
    .where("c.status", "=", "open")
    .where("p.status", "not in", ["succeeded", "reversed"])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("audit_log as l")
          .select("l.id")
          .where("l.action", "=", "add-lost-donation")
          .whereRef("l.subject", "=", sql`'donation:' || d.external_id`),
      ),
    );
}

type Row = {
  case_id: bigint;
  reference: string;
  provider_reference: string | null;
  amount: bigint;
  title: string;
};

const asLostPayment = (row: Row): LostPayment => ({
  caseId: row.case_id,
  reference: row.provider_reference ?? row.reference,
  amount: row.amount,
  campaign: row.title,
});
