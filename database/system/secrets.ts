import { randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { isSealed, type Seal } from "#domain/system/seal.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";

const purposeOf = (name: string) => `secret ${name}`;

/** A secret that the nodes of one database share; the first to ask makes it. It is stored sealed. */
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

/** A known text shows whether a node has the key of this database, before there is anything to lose. */
const proof = { name: "key-proof", text: "this key opens this database" };

/** "wrong-key" changes nothing. Else what is in clear or of an older key is sealed with the first key, and counted. */
export async function resealSecrets(tx: Transaction<Tables>, seal: Seal): Promise<number | "wrong-key"> {
  // Of two nodes with different keys on a new database, the second has to find the first one's proof.
  await sql`select pg_advisory_xact_lock(hashtext('secrets'))`.execute(tx);
  const kept = await tx.selectFrom("secrets").select(["name", "value"]).execute();
  const stale: { name: string; value: string }[] = [];
  for (const { name, value } of kept) {
    const purpose = purposeOf(name);
    const text = isSealed(value) ? seal.open(purpose, value) : value;
    if (text === null) return "wrong-key";
    if (!seal.isCurrent(purpose, value)) stale.push({ name, value: seal.seal(purpose, text) });
  }
  for (const { name, value } of stale)
    await tx.updateTable("secrets").set({ value }).where("name", "=", name).execute();
  await insertOnce(tx, proof.name, seal.seal(purposeOf(proof.name), proof.text));
  return stale.length;
}

async function insertOnce(db: Reads, name: string, value: string): Promise<void> {
  await db
    .insertInto("secrets")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}
