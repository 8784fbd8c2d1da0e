import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type MessageDecision = "approved" | "hidden";

/** Shows or hides the message of a donation. Without the donor's agreement it cannot be shown. */
export async function decideSupportMessage(
  db: Reads,
  { donationId, decision, by }: { donationId: bigint; decision: MessageDecision; by: string },
): Promise<"decided" | "unknown"> {
  return db.transaction().execute(async (tx) => {
    const donation = await tx
      .selectFrom("donations")
      .select("external_id")
      .where("id", "=", donationId)
      .where("is_shown", "=", true)
      .where("message", "is not", null)
      .where("status", "=", "completed")
      .executeTakeFirst();
    if (donation === undefined) return "unknown";
    await tx
      .insertInto("support_messages")
      .values({ donation_id: donationId, status: decision, decided_by: by })
      .onConflict((clash) =>
        clash
          .column("donation_id")
          .doUpdateSet({ status: decision, decided_by: by, decided_at: sql<Date>`now()` }),
      )
      .execute();
    await recordAction(tx, by, {
      action: decision === "approved" ? "message-shown" : "message-hidden",
      subject: `donation:${donation.external_id}`,
    });
    return "decided";
  });
}
