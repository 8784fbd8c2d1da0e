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

export type KnownPasskey = {
  id: string;
  userId: string;
  publicKey: Buffer;
  counter: number;
  version: number;
};

/** A passkey that can sign its owner in. Excludes passkeys of disabled accounts. */
export async function findPasskey(db: Reads, id: string): Promise<KnownPasskey | null> {
  const found = await db
    .selectFrom("passkeys as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["p.id", "p.user_id as userId", "p.public_key as publicKey", "p.counter"])
    .select("u.sign_in_version as version")
    .where("p.id", "=", id)
    .where("u.banned", "=", false)
    .executeTakeFirst();
  return found ? { ...found, counter: Number(found.counter) } : null;
}

export async function hasPasskey(db: Reads, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("has_passkey")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return user.has_passkey;
}
