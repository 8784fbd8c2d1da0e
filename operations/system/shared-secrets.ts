import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { isSealed, type Seal } from "#domain/system/seal.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";

const purposeOf = (name: string) => `secret ${name}`;

/** A secret that all nodes of one database share. The first node to need it creates it. It is stored encrypted. */
export async function sharedSecret(db: Reads, seal: Seal, name: string): Promise<string> {
  const made = randomBytes(32).toString("base64url");
  await insertOnce(db, name, seal.seal(purposeOf(name), made));
  const { value } = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  const opened = seal.open(purposeOf(name), value);
  if (opened === null) throw new Error(`the secret ${name} does not open with the key of this installation`);
  return opened;
}

/** A known encrypted text shows if a node has this database's key, before any data can be lost. */
const proof = { name: "key-proof", text: "this key opens this database" };

/** A database without secrets is open to every key. */
export async function opensSecrets(db: Reads, seal: Seal): Promise<boolean> {
  const { name } = proof;
  const kept = await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirst();
  return kept === undefined || seal.open(purposeOf(name), kept.value) === proof.text;
}

type Resealed = "wrong-key" | { count: number; oldKeys: ReadonlySet<string> };

/**
 * "wrong-key" changes nothing. Otherwise encrypts with the first key, and counts, all secrets in plain text or with
 * an older key.
 */
export async function resealSecrets(tx: Transaction<Tables>, seal: Seal): Promise<Resealed> {
  const kept = await tx.selectFrom("secrets").select(["name", "value"]).execute();
  const stale: { name: string; value: string }[] = [];
  const oldKeys = new Set<string>();
  for (const { name, value } of kept) {
    const purpose = purposeOf(name);
    const text = isSealed(value) ? seal.open(purpose, value) : value;
    if (text === null) return "wrong-key";
    if (seal.isCurrent(purpose, value)) continue;
    stale.push({ name, value: seal.seal(purpose, text) });
    const oldKey = seal.sealedWith(purpose, value);
    if (oldKey !== null) oldKeys.add(oldKey);
  }
  for (const { name, value } of stale)
    await tx.updateTable("secrets").set({ value }).where("name", "=", name).execute();
  await insertOnce(tx, proof.name, seal.seal(purposeOf(proof.name), proof.text));
  return { count: stale.length, oldKeys };
}

async function insertOnce(db: Reads, name: string, value: string): Promise<void> {
  await db
    .insertInto("secrets")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}
