import { sql } from "kysely";
import type { AccessHindrance, Hindrance } from "#domain/cases/proposal.ts";
import { lastingHindrance } from "./decision-moment.ts";
import type { Reads } from "#database/sql.server.ts";

/**
 * Call this before a change of access in the same transaction. The database records the person, and refuses the change of
 * the site's role without one. Null is the operator, who works as the owner.
 */
export async function nameActor(tx: Reads, actor: string | null): Promise<void> {
  await sql`select set_config('amana.role_given_by', ${actor ?? ""}, true)`.execute(tx);
}

/** In the order of their ids, so that two admins who change each other wait for each other, and the second is refused. */
export async function lockAccounts(tx: Reads, ...ids: (string | null)[]): Promise<void> {
  await tx
    .selectFrom("users")
    .select("id")
    .where(
      "id",
      "in",
      ids.filter((id) => id !== null),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** True if this person both requests and approves. A second admin has to confirm some new members of staff. */
export async function accessIsConfirmed(db: Reads, id: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select access_is_confirmed(${id}) as is`.execute(db);
  return rows[0]?.is === true;
}

/** True if another admin has to confirm access that this admin gives. The database has the rule: `keep_role_grants`. */
export async function needsConfirmation(
  db: Reads,
  { giver, receiver }: { giver: string; receiver: string },
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from role_grants g
      where g.role = 'admin' and g.user_id not in (${giver}, ${receiver}) and is_settled(g)
        and (g.ended_at is null or g.ended_at > now() - interval '72 hours')
    ) as is
  `.execute(db);
  return rows[0]?.is === true;
}

/** Reason why this person cannot confirm an offline donation, entered by themselves or by another. */
export async function readConfirmerHindrance(
  db: Reads,
  confirmer: string,
  enteredBy: string,
): Promise<Hindrance | null> {
  const { rows } = await sql<HindranceRow>`
    select kind, ends_at
    from ${lastingHindrance({ decider: sql`${confirmer}::text`, proposer: sql`${enteredBy}::text`, lowest: "staff" })} h
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("decision_hindrance gave no row");
  return asHindrance(row);
}

/** Null: this person can change access, or the operator does. */
export async function readAccessHindrance(db: Reads, doneBy: string | null): Promise<AccessHindrance | null> {
  const { rows } = await sql<AccessRow>`select kind, ends_at from access_hindrance(${doneBy})`.execute(db);
  return asAccessHindrance(rows);
}

/** Null: this person can save this record. */
export async function readRecordHindrance(
  db: Reads,
  author: string,
  subject: string,
): Promise<AccessHindrance | null> {
  const { rows } = await sql<AccessRow>`
    select kind, ends_at from record_hindrance(${author}, ${subject})
  `.execute(db);
  return asAccessHindrance(rows);
}

type AccessRow = { kind: AccessHindrance["kind"] | null; ends_at: Date | null };

function asAccessHindrance([row]: AccessRow[]): AccessHindrance | null {
  const { kind, ends_at } = row ?? { kind: null, ends_at: null };
  if (kind !== "new-admin") return kind === null ? null : { kind };
  if (ends_at === null) throw new Error(`${kind} has no end`);
  return { kind, moment: ends_at };
}

export type HindranceRow = { kind: Hindrance["kind"] | null; ends_at: Date | null };

export function asHindrance({ kind, ends_at }: HindranceRow): Hindrance | null {
  if (kind === null) return null;
  if (kind === "brought-in-by-proposer" || kind === "unconfirmed" || kind === "tied") return { kind };
  if (ends_at === null) throw new Error(`${kind} has no end`);
  return { kind, moment: ends_at };
}
