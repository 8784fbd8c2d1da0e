import { Refused, type Checked } from "#operations/content/records/editable.ts";
import type { Reads } from "#database/sql.server.ts";

export type Preview<Seen> =
  | { kind: "seen"; seen: Seen }
  | { kind: "invalid"; errors: { field: string; message: string }[] };

/** Shows the site as if the record had been saved. Everything is rolled back, and no change is published. */
export async function previewRecord<Seen>(
  db: Reads,
  record: Extract<Checked, { kind: "valid" }>,
  look: (asIfSaved: Reads) => Promise<Seen>,
): Promise<Preview<Seen>> {
  const tx = await db.startTransaction().execute();
  try {
    await record.write(tx);
    return { kind: "seen", seen: await look(tx) };
  } catch (error) {
    if (error instanceof Refused) return { kind: "invalid", errors: error.errors };
    throw error;
  } finally {
    await tx.rollback().execute();
  }
}
