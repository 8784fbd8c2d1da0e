import { sql, type Transaction } from "kysely";
import { hasRunOut } from "#database/accounts/links.ts";
import { notSent } from "#domain/mail/not-sent.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type SentAgain =
  | { kind: "waiting" }
  | { kind: "unknown" }
  /** It was sent already, or will be sent automatically. */
  | { kind: "not-possible" }
  /** Its link has expired, or its data was deleted. */
  | { kind: "run-out" };

/** Queues an email that failed permanently, or was saved while no mail server was set up. */
export async function sendEmailAgain(db: Reads, { id, by }: { id: bigint; by: string }): Promise<SentAgain> {
  return db.transaction().execute(async (tx) => {
    const email = await tx
      .selectFrom("outbox")
      .select(["status", "attempts", "update_id", hasNoDetails.as("says_nothing")])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (email === undefined) return { kind: "unknown" };
    if (email.status !== "given-up" && email.status !== "kept") return { kind: "not-possible" };
    // An update that was given up may have arrived.
    if (email.update_id !== null && email.status === "given-up") return { kind: "not-possible" };
    if (email.says_nothing) return { kind: "run-out" };
    await tx.updateTable("outbox").set(itsTurn).where("id", "=", id).execute();
    const action = email.attempts === 0 ? "send-email" : "send-email-again";
    await recordAction(tx, by, { action, subject: `email:${id}` });
    await announce(tx);
    return { kind: "waiting" };
  });
}

/**
 * Queues all emails that were saved while no mail server was set up. Emails with expired links are marked as failed.
 */
export async function sendStoredEmails(
  db: Reads,
  { by }: { by: string },
): Promise<{ sent: number; runOut: number }> {
  return db.transaction().execute(async (tx) => {
    const givenUp = await tx
      .updateTable("outbox")
      .set({ given_up_at: sql<Date>`now()`, last_error: notSentReason, details: "{}" })
      .where("status", "=", "kept")
      .where(hasNoDetails)
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

/** A receipt or an update is rendered again from the database. Other emails can be sent only while their link is valid. */
const hasNoDetails = sql<boolean>`(
  recipient = '' or template not in ('receipt', 'campaign-update') and (details = '{}' or (${linkHash} is not null and ${hasRunOut(linkHash)}))
)`;

const notSentReason = sql<string>`case when template = 'invitation' and exists (
  select from outbox later
  where later.template = 'invitation' and later.recipient = outbox.recipient and later.id > outbox.id
) then ${notSent.replaced} else ${notSent.endedLink} end`;

/** The sender is notified of new rows only. */
const announce = (tx: Transaction<Tables>) => sql`select pg_notify('amana_changes', 'outbox')`.execute(tx);
