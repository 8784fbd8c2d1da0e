import { sql } from "kysely";
import type { Language } from "#domain/content/language.ts";
import type { Reads } from "#database/sql.server.ts";
import { queueEmail } from "#operations/mail/queue.ts";

export async function endSessions(db: Reads, userId: string, id?: string): Promise<number> {
  const ended = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(id !== undefined, (sessions) => sessions.where("id", "=", id ?? ""))
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/** Parallel sessions of one person. */
const mostSessions = 10;

/**
 * Of too many sessions, the expired ones end, and then the newest but the one that has just begun. So a stranger who signs
 * in again and again ends their own sessions, and not the owner's. The owner gets an email, at most once a day.
 */
export async function endSurplusSessions(
  db: Reads,
  { userId, language }: { userId: string; language: Language },
): Promise<void> {
  const { rows: ended } = await sql<{ was_in_use: boolean }>`
    with own as (
      select id, created_at, expires_at, row_number() over (order by created_at desc, id) = 1 as is_newest
      from sessions where user_id = ${userId}
    ), kept as (
      select id from own order by is_newest desc, expires_at > now() desc, created_at, id limit ${mostSessions}
    )
    delete from sessions where id in (select id from own except select id from kept)
    returning expires_at > now() as was_in_use
  `.execute(db);
  if (ended.some(({ was_in_use: wasInUse }) => wasInUse)) await emailOwner(db, { userId, language });
}

async function emailOwner(
  db: Reads,
  { userId, language }: { userId: string; language: Language },
): Promise<void> {
  const template = "many-sessions";
  const owner = await db
    .selectFrom("users as u")
    .select("u.email")
    .where("u.id", "=", userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("outbox as o")
            .select("o.id")
            .where("o.template", "=", template)
            .where(sql`lower(o.recipient)`, "=", sql`lower(u.email)`)
            .where("o.created_at", ">", sql<Date>`now() - interval '1 day'`),
        ),
      ),
    )
    .executeTakeFirst();
  if (owner !== undefined)
    await queueEmail(db, { template, recipient: owner.email, language, address: "/auth/forgot" });
}

/** Call it with the token of a session that better-auth has just created. */
export async function endSessionOfToken(db: Reads, hashedToken: string): Promise<void> {
  await db.deleteFrom("sessions").where("token", "=", hashedToken).execute();
}
