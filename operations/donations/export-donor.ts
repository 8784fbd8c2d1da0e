import { findDonorRecords, readDonorRows, type DonorSought } from "#database/donations/donor-data.ts";
import type { Reads } from "#database/sql.server.ts";
import { writeDonorAudit } from "./record-donor-access.ts";

type ReadDocument = (document: { id: string; type: string }) => Promise<Buffer | null>;

type Asked = { by: string; reason: string; now: Date };

/** All data held about a donor, as JSON. Null if there is none. */
export async function exportDonor(
  db: Reads,
  sought: DonorSought,
  { by, reason, now }: Asked,
  readDocument: ReadDocument,
): Promise<string | null> {
  const { records, held } = await db.transaction().execute(async (tx) => {
    const records = await findDonorRecords(tx, sought);
    await writeDonorAudit(tx, "export-donor", records, { by, reason, foundBy: sought.kind });
    return { records, held: await readDonorRows(tx, records) };
  });
  if (records.length === 0) return null;
  const documents = await readDocuments(held.flatMap(({ rows }) => rows).map(documentOf), readDocument);
  return JSON.stringify(
    { exportedAt: now, ...Object.fromEntries(held.map(({ table, rows }) => [table, rows])), documents },
    null,
    2,
  );
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
