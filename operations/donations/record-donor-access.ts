import type { DonorRecord } from "#database/donations/donor-data.ts";
import type { Reads } from "#database/sql.server.ts";

export type DonorRequest = { by: string; reason: string; foundBy: "order" | "email" | "phone" };

/** One entry for each record, so that the trail of each donation shows it. The name, email or phone is not in it. */
export async function writeDonorAudit(
  tx: Reads,
  action: "export-donor" | "erase-donor",
  records: DonorRecord[],
  { by, reason, foundBy }: DonorRequest,
): Promise<void> {
  if (records.length === 0) return;
  await tx
    .insertInto("audit_log")
    .values(
      records.map(({ kind, id, orderId }) => ({
        actor_id: by,
        action,
        subject: kind === "donation" ? `donation:${orderId}` : `offline-gift:${id}`,
        after: JSON.stringify({ foundBy, records: records.length }),
        reason,
      })),
    )
    .execute();
}
