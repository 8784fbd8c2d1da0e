import { sql } from "kysely";
import {
  contactsOf,
  findDonorContact,
  findDonorRecords,
  rowsAbout,
  type DonorRecord,
  type DonorKey,
} from "#database/donations/donor-data.ts";
import { clearing, notCleared, personalTables, type PersonalTable } from "#database/system/personal-data.ts";
import { readAccessHindrance } from "#database/accounts/role-grants.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import type { Reads } from "#database/sql.server.ts";
import { writeDonorAudit } from "./record-donor-access.ts";

export type Erased =
  | { kind: "erased"; records: number; contacts: number; open: number }
  | { kind: "nothing-found" }
  /** An open, disputed or undecided donation keeps the data that settling it needs. */
  | { kind: "all-open" }
  | AccessHindrance;

type Erasing = { erased: Erased; documents: string[] };
type Requester = { by: string; reason: string; now: Date };

/** Deletes a donor's data early. The ledger stays, and the donation still counts. */
export async function eraseDonor(
  db: Reads,
  donor: DonorKey,
  { by, reason, now }: Requester,
  removeDocument: (id: string) => Promise<void>,
): Promise<Erased> {
  const { erased, documents } = await db.transaction().execute(async (tx): Promise<Erasing> => {
    const hindrance = await readAccessHindrance(tx, by);
    if (hindrance !== null) return { erased: hindrance, documents: [] };
    const [records, contact] = await Promise.all([findDonorRecords(tx, donor), findDonorContact(tx, donor)]);
    const closed = records.filter(({ isOpen }) => !isOpen);
    const open = records.length - closed.length;
    const contacts = contactsOf(contact);
    if (closed.length === 0 && contacts === 0) {
      return { erased: { kind: open > 0 ? "all-open" : "nothing-found" }, documents: [] };
    }
    const documents = await documentsOf(tx, closed);
    for (const table of personalTables)
      await eraseFrom(tx, table, { records: closed, email: contact.email }, now);
    await writeDonorAudit(tx, "erase-donor", closed, { by, reason, foundBy: donor.kind, contacts });
    return { erased: { kind: "erased", records: closed.length, contacts, open }, documents };
  });
  // If the process stops here, the job removes files that no record names.
  for (const id of documents) await removeDocument(id);
  return erased;
}

async function eraseFrom(
  tx: Reads,
  { table, of, rules }: PersonalTable,
  { records, email }: { records: DonorRecord[]; email: string | null },
  now: Date,
): Promise<void> {
  if (of === undefined) return;
  const about = rowsAbout(table, of, records, email);
  const all = rules.flatMap((rule) => Object.entries(rule.clears ?? {}));
  if (all.length === 0) {
    await sql`delete from ${sql.table(table)} where ${about}`.execute(tx);
    return;
  }
  const also = rules.find((rule) => rule.also !== undefined)?.also;
  const { leaves = [], address } = of;
  const clears = Object.fromEntries(all.filter(([column]) => !leaves.includes(column)));
  await sql`
    update ${sql.table(table)} set ${clearing(clears)}${also === undefined ? sql`` : sql`, ${also(now)}`}
    where ${about} and ${notCleared(clears)}
  `.execute(tx);
  if (email === null || address === undefined) return;
  // The text of a person, not the reference of a payment or the campaign of a concern.
  for (const { masks } of rules)
    if (masks !== undefined)
      await sql`
        update ${sql.table(table)} set ${masks.set} where ${address(email)} and ${masks.needed}
      `.execute(tx);
}

async function documentsOf(tx: Reads, records: DonorRecord[]): Promise<string[]> {
  const of = personalTables.find(({ table }) => table === "offline_donations")?.of;
  if (of === undefined) return [];
  const { rows } = await sql<{ document_id: string }>`
    select document_id from offline_donations
    where ${rowsAbout("offline_donations", of, records, null)} and document_id is not null
  `.execute(tx);
  return rows.map(({ document_id: id }) => id);
}
