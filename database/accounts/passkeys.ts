import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

export type OwnPasskey = { id: string; name: string; createdAt: Date; usedAt: Date | null };

export function readPasskeys(db: Reads, userId: string): Promise<OwnPasskey[]> {
  return db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at as createdAt", "used_at as usedAt"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export type KnownPasskey = { id: string; userId: string; publicKey: Buffer; counter: number };

/** A passkey that can sign its owner in. Excludes passkeys of disabled accounts. */
export async function findPasskey(db: Reads, id: string): Promise<KnownPasskey | null> {
  const found = await db
    .selectFrom("passkeys as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["p.id", "p.user_id as userId", "p.public_key as publicKey", "p.counter"])
    .where("p.id", "=", id)
    .where("u.banned", "=", false)
    .executeTakeFirst();
  return found ? { ...found, counter: Number(found.counter) } : null;
}

/** False if another use had this counter already: a copied device. Devices without a counter always report 0. */
export async function notePasskeyUse(db: Reads, id: string, counter: number): Promise<boolean> {
  const noted = await db
    .updateTable("passkeys")
    .set({ counter: BigInt(counter), used_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where((where) =>
      where.or([
        where("counter", "<", BigInt(counter)),
        where.and([where("counter", "=", 0n), where(sql.lit(counter), "=", 0)]),
      ]),
    )
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n;
}

export async function confirmSession(db: Reads, sessionId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ passkey_at: sql<Date>`now()` })
    .where("id", "=", sessionId)
    .execute();
}

/** True if this session used a passkey in the last five minutes. Each use counts for one action. */
export async function takeConfirmation(db: Reads, sessionId: string): Promise<boolean> {
  const taken = await db
    .updateTable("sessions")
    .set({ passkey_at: null })
    .where("id", "=", sessionId)
    .where("passkey_at", ">", sql<Date>`now() - interval '5 minutes'`)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}
