import { sql, type Transaction } from "kysely";
import { hasRunOut } from "#database/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type SentAgain =
  | { kind: "waiting" }
  | { kind: "unknown" }
  /** It was sent, or is on its way by itself. */
  | { kind: "not-possible" }
  /** The address in it opens nothing any more, or was forgotten with it. */
  | { kind: "run-out" };

/** A letter that was given up, or kept while there was no mail server, takes its turn once more. */
export async function sendEmailAgain(db: Reads, { id, by }: { id: bigint; by: string }): Promise<SentAgain> {
  return db.transaction().execute(async (tx) => {
    const email = await tx
      .selectFrom("outbox")
      .select(["status", saysNothing.as("says_nothing")])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (email === undefined) return { kind: "unknown" };
    if (email.status !== "given-up" && email.status !== "kept") return { kind: "not-possible" };
    if (email.says_nothing) return { kind: "run-out" };
    await tx.updateTable("outbox").set(itsTurn).where("id", "=", id).execute();
    await recordAction(tx, by, { action: "send-email-again", subject: `email:${id}` });
    await announce(tx);
    return { kind: "waiting" };
  });
}

/** All that were kept while there was no mail server take their turn. What would lead nowhere is given up instead. */
export async function sendKeptEmails(
  db: Reads,
  { by }: { by: string },
): Promise<{ sent: number; runOut: number }> {
  return db.transaction().execute(async (tx) => {
    const givenUp = await tx
      .updateTable("outbox")
      .set({ given_up_at: sql<Date>`now()`, last_error: "the link in it has expired", details: "{}" })
      .where("status", "=", "kept")
      .where(saysNothing)
      .executeTakeFirstOrThrow();
    const waiting = await tx
      .updateTable("outbox")
      .set(itsTurn)
      .where("status", "=", "kept")
      .executeTakeFirstOrThrow();
    const done = { sent: Number(waiting.numUpdatedRows), runOut: Number(givenUp.numUpdatedRows) };
    if (done.sent + done.runOut === 0) return done;
    await recordAction(tx, by, { action: "send-saved-emails", subject: "emails", after: done });
    await announce(tx);
    return done;
  });
}

const itsTurn = { given_up_at: null, kept_at: null, attempts: 0, send_after: sql<Date>`now()` };

const linkHash = sql<Buffer | null>`decode(details ->> 'linkHash', 'hex')`;

/** A receipt is written anew from its gift; all else says what it carries, and that may open an account only for a while. */
const saysNothing = sql<boolean>`(
  recipient = '' or template <> 'receipt' and (details = '{}' or (${linkHash} is not null and ${hasRunOut(linkHash)}))
)`;

/** The sender hears of new emails only. */
const announce = (tx: Transaction<Tables>) => sql`select pg_notify('amana_changes', 'outbox')`.execute(tx);
