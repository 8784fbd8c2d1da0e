import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

export type SentAgain =
  | { kind: "waiting" }
  | { kind: "unknown" }
  /** It was sent, or is on its way by itself. */
  | { kind: "not-possible" };

/** A letter that was given up, or kept while there was no mail server, takes its turn once more. */
export async function sendLetterAgain(db: Reads, { id, by }: { id: bigint; by: string }): Promise<SentAgain> {
  return db.transaction().execute(async (tx) => {
    const letter = await tx
      .selectFrom("outbox")
      .select("status")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (letter === undefined) return { kind: "unknown" };
    if (letter.status !== "given-up" && letter.status !== "kept") return { kind: "not-possible" };
    await tx
      .updateTable("outbox")
      .set({ given_up_at: null, kept_at: null, attempts: 0, send_after: sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
    await tx
      .insertInto("audit_log")
      .values({ actor_id: by, action: "send-letter-again", subject: `letter:${id}` })
      .execute();
    // Whoever sends letters is told of new ones only.
    await sql`select pg_notify('amana_changes', 'outbox')`.execute(tx);
    return { kind: "waiting" };
  });
}
