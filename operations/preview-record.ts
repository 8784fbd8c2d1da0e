import type { Checked } from "#database/editable.ts";
import type { Reads } from "#database/sql.server.ts";

/** Lets somebody look at the site as if the record had been saved; nothing of it stays, and nobody hears of it. */
export async function previewRecord<Seen>(
  db: Reads,
  record: Extract<Checked, { kind: "valid" }>,
  look: (asIfSaved: Reads) => Promise<Seen>,
): Promise<Seen> {
  const tx = await db.startTransaction().execute();
  try {
    await record.write(tx);
    return await look(tx);
  } finally {
    await tx.rollback().execute();
  }
}
