import { sql, type RawBuilder } from "kysely";
import { lastWord } from "#database/donations/ended-payment.ts";
import {
  findDonorContact,
  findDonorRecords,
  rowsAbout,
  type DonorRecord,
  type DonorKey,
} from "#database/donations/donor-data.ts";
import { contactsOf } from "#domain/donations/donor-contacts.ts";
import { findErasure } from "#database/system/audit-log.ts";
import { clearing, notCleared, personalTables, type PersonalTable } from "#database/system/personal-data.ts";
import { readAccessHindrance } from "#database/accounts/role-grants.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import { failureReason } from "#domain/payments/failure-reason.ts";
import { donorSubject } from "#domain/donations/donor-subject.ts";
import type { Reads } from "#database/sql.server.ts";
import { writeDonorAudit } from "./record-donor-access.ts";

export type Erased =
  | { kind: "erased"; records: number; contacts: number; open: number }
  /** Another person was first. Null is a deleted account. */
  | { kind: "erased-before"; by: string | null; at: Date }
  | { kind: "nothing-found" }
  /** An open, disputed or undecided donation keeps the data that settling it needs. */
  | { kind: "all-open" }
  | AccessHindrance;

type Erasing = { erased: Erased; documents: string[] };
/** `seen` is a record that the person was shown. It is found when the donor's address is gone already. */
type Requester = { by: string; reason: string; now: Date; seen: string | null };

/**
 * Deletes a donor's data early. The ledger stays, and the donation still counts. Of two people at the same time, the
 * second waits for the rows of the first, and then changes none.
 */
export async function eraseDonor(
  db: Reads,
  donor: DonorKey,
  { by, reason, now, seen }: Requester,
  removeDocument: (id: string) => Promise<void>,
): Promise<Erased> {
  const { erased, documents } = await db.transaction().execute(async (tx): Promise<Erasing> => {
    const hindrance = await readAccessHindrance(tx, by);
    if (hindrance !== null) return { erased: hindrance, documents: [] };
    const [records, contact] = await Promise.all([findDonorRecords(tx, donor), findDonorContact(tx, donor)]);
    const closed = records.filter(({ isOpen }) => !isOpen);
    const open = records.length - closed.length;
    const contacts = contactsOf(contact);
    const documents = await documentsOf(tx, closed);
    await keepFailureReasons(tx, closed);
    let changed = 0n;
    if (closed.length > 0 || contacts > 0)
      for (const table of personalTables)
        changed += await eraseFrom(tx, table, { records: closed, email: contact.email }, now);
    if (changed === 0n) {
      const subjects = [...closed.map(donorSubject), ...(seen === null ? [] : [seen])];
      const before = await findErasure(tx, subjects);
      if (before !== null) return { erased: { kind: "erased-before", ...before }, documents: [] };
      return { erased: { kind: open > 0 ? "all-open" : "nothing-found" }, documents: [] };
    }
    await writeDonorAudit(tx, "erase-donor", closed, { by, reason, foundBy: donor.kind, contacts });
    return { erased: { kind: "erased", records: closed.length, contacts, open }, documents };
  });
  // If the process stops here, the job removes files that no record names.
  for (const id of documents) await removeDocument(id);
  return erased;
}

/** The reason of a failure is no personal data, but only the provider's text tells it. */
async function keepFailureReasons(tx: Reads, records: DonorRecord[]): Promise<void> {
  const donations = records.filter(({ kind }) => kind === "donation").map(({ id }) => id);
  if (donations.length === 0) return;
  const failed = await tx
    .selectFrom("payments as p")
    .select((is) => ["p.id", "p.failure", lastWord(is).as("said")])
    .where("p.donation_id", "in", donations)
    .where("p.status", "in", ["failed", "cancelled"])
    .where("p.kept_reason", "is", null)
    .execute();
  for (const { id, said, failure } of failed)
    await tx
      .updateTable("payments")
      .set({ kept_reason: failureReason(said ?? failure ?? "") })
      .where("id", "=", id)
      .execute();
}

/** Returns the number of changed rows. */
async function eraseFrom(
  tx: Reads,
  { table, of, rules }: PersonalTable,
  { records, email }: { records: DonorRecord[]; email: string | null },
  now: Date,
): Promise<bigint> {
  if (of === undefined) return 0n;
  const about = rowsAbout(table, of, records, email);
  const all = rules.flatMap((rule) => Object.entries(rule.clears ?? {}));
  if (all.length === 0) return changedBy(tx, sql`delete from ${sql.table(table)} where ${about}`);
  const also = rules.find((rule) => rule.also !== undefined)?.also;
  const { leaves = [], address } = of;
  const clears = Object.fromEntries(all.filter(([column]) => !leaves.includes(column)));
  let changed = await changedBy(
    tx,
    sql`
      update ${sql.table(table)} set ${clearing(clears)}${also === undefined ? sql`` : sql`, ${also(now)}`}
      where ${about} and ${notCleared(clears)}
    `,
  );
  if (email === null || address === undefined) return changed;
  // The text of a person, not the reference of a payment or the campaign of a concern.
  for (const { masks } of rules)
    if (masks !== undefined)
      changed += await changedBy(
        tx,
        sql`update ${sql.table(table)} set ${masks.set} where ${address(email)} and ${masks.needed}`,
      );
  return changed;
}

const changedBy = async (tx: Reads, statement: RawBuilder<unknown>) =>
  (await statement.execute(tx)).numAffectedRows ?? 0n;

async function documentsOf(tx: Reads, records: DonorRecord[]): Promise<string[]> {
  const of = personalTables.find(({ table }) => table === "offline_donations")?.of;
  if (of === undefined) return [];
  const { rows } = await sql<{ document_id: string }>`
    select document_id from offline_donations
    where ${rowsAbout("offline_donations", of, records, null)} and document_id is not null
  `.execute(tx);
  return rows.map(({ document_id: id }) => id);
}
