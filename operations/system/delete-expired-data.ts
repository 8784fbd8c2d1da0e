import { sql } from "kysely";
import { clearing, notCleared, personalTables, type PersonalTable } from "#database/system/personal-data.ts";
import type { Reads } from "#database/sql.server.ts";

/** Papers of offline donations, as far as this job needs them. */
export type StoredDocuments = {
  list(): Promise<{ id: string; storedAt: Date }[]>;
  remove(id: string): Promise<void>;
};

type Cleaning = { now: Date; documents: StoredDocuments; stop?: AbortSignal | undefined };

/**
 * Clears or deletes expired personal data, table by table. Small separate statements, so that no donation waits for
 * it.
 */
export async function forgetExpired(
  db: Reads,
  { now, documents, stop }: Cleaning,
): Promise<Record<string, number>> {
  const forgotten: Record<string, number> = {};
  for (const { table, rules } of personalTables) {
    if (rules.length === 0) continue;
    let rows = 0;
    for (const rule of rules) rows += await forget(db, table, rule, now, stop);
    forgotten[table] = rows;
  }
  return { ...forgotten, documents: await removeLooseDocuments(db, { now, documents, stop }) };
}

const atOnce = { rowsDeleted: 5_000, rowsCleared: 500 };

async function forget(
  db: Reads,
  name: string,
  { clears, masks, also, due }: PersonalTable["rules"][number],
  now: Date,
  stop: AbortSignal | undefined,
): Promise<number> {
  const table = sql.table(name);
  const change = masks?.set ?? (clears === undefined ? null : clearing(clears));
  const needed = masks?.needed ?? (clears === undefined ? sql`true` : notCleared(clears));
  const most = change === null ? atOnce.rowsDeleted : atOnce.rowsCleared;
  const rows = sql`ctid = any (array(
    select ctid from ${table} where ${needed} and ${due(now)} limit ${most} for update skip locked
  ))`;
  const statement =
    change === null
      ? sql`delete from ${table} where ${rows}`
      : sql`update ${table} set ${change}${also === undefined ? sql`` : sql`, ${also(now)}`} where ${rows}`;
  let all = 0;
  for (let done = most; done === most && !stop?.aborted; all += done)
    done = Number((await statement.execute(db)).numAffectedRows ?? 0n);
  return all;
}

/** A document is stored before its donation is entered. Entering one takes minutes, not a day. */
const hoursUntilLoose = 24;

/** Removes the files that no offline donation names: those cleared above, and those whose form was never finished. */
async function removeLooseDocuments(db: Reads, { now, documents, stop }: Cleaning): Promise<number> {
  let removed = 0;
  for (const { id, storedAt } of await documents.list()) {
    if (stop?.aborted || now.getTime() - storedAt.getTime() < hoursUntilLoose * 3_600_000) continue;
    const named = await db
      .selectFrom("offline_donations")
      .select("id")
      .where("document_id", "=", id)
      .executeTakeFirst();
    if (named !== undefined) continue;
    await documents.remove(id);
    removed++;
  }
  return removed;
}
