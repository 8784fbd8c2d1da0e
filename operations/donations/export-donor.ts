import {
  findDonorContact,
  findDonorRecords,
  readDonorRows,
  type DonorKey,
} from "#database/donations/donor-data.ts";
import { contactsOf } from "#domain/donations/donor-contacts.ts";
import { readAccessHindrance } from "#database/accounts/role-grants.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import type { Reads } from "#database/sql.server.ts";
import { writeDonorAudit } from "./record-donor-access.ts";

type ReadDocument = (document: { id: string; type: string }) => Promise<Buffer | null>;

type Requester = { by: string; reason: string; now: Date };

export type Exported = { kind: "exported"; json: string } | { kind: "nothing-found" } | AccessHindrance;

/** All data held about a donor, as JSON. */
export async function exportDonor(
  db: Reads,
  donor: DonorKey,
  { by, reason, now }: Requester,
  readDocument: ReadDocument,
): Promise<Exported> {
  const found = await db.transaction().execute(async (tx) => {
    const hindrance = await readAccessHindrance(tx, by);
    if (hindrance !== null) return hindrance;
    const [records, contact] = await Promise.all([findDonorRecords(tx, donor), findDonorContact(tx, donor)]);
    const contacts = contactsOf(contact);
    await writeDonorAudit(tx, "export-donor", records, { by, reason, foundBy: donor.kind, contacts });
    return { records, contacts, held: await readDonorRows(tx, records, contact.email) };
  });
  if ("kind" in found) return found;
  const { records, contacts, held } = found;
  if (records.length === 0 && contacts === 0) return { kind: "nothing-found" };
  const documents = await readDocuments(held.flatMap(({ rows }) => rows).map(documentOf), readDocument);
  const data = {
    exportedAt: now,
    ...Object.fromEntries(held.map(({ table, rows }) => [table, rows])),
    documents,
  };
  return { kind: "exported", json: JSON.stringify(data, null, 2) };
}

function documentOf(row: unknown): { id: string; type: string } | null {
  const [id, type] = ["document_id", "document_type"].map((name): unknown => Reflect.get(Object(row), name));
  return typeof id === "string" && typeof type === "string" ? { id, type } : null;
}

async function readDocuments(found: ({ id: string; type: string } | null)[], read: ReadDocument) {
  const documents: { id: string; type: string; base64: string | null }[] = [];
  for (const document of found)
    if (document !== null)
      documents.push({ ...document, base64: (await read(document))?.toString("base64") ?? null });
  return documents;
}
