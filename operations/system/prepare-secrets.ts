import { sql, type Transaction } from "kysely";
import { z } from "zod";
import { readKeysOfNodes } from "#database/changes.ts";
import { readRetiredKeys } from "#database/system/retired-keys.ts";
import { keysToUse, oldKeysIn, type RetiredKey } from "#domain/system/key-age.ts";
import type { Seal } from "#domain/system/seal.ts";
import { resealSecrets } from "#operations/system/shared-secrets.ts";
import { openDatabase, type Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { isLinkCurrent, openLink, sealAddress, sealLink } from "#operations/mail/queue.ts";

export type Prepared =
  | { kind: "ready"; resealed: number; wasRotated: boolean; seal: Seal; oldKeys: RetiredKey[] }
  | { kind: "wrong-key" }
  | { kind: "key-unknown-to-nodes"; processes: number };

/** Nothing was written. */
class Undone extends Error {
  readonly outcome: Prepared;
  constructor(outcome: Prepared) {
    super("undone");
    this.outcome = outcome;
  }
}

/**
 * At every start: verifies that the key opens this database, and seals everything that the first key has not sealed.
 */
export async function prepareSecrets(databaseUrl: string, seal: Seal): Promise<Prepared> {
  const { readWrite, close } = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    return await resealAll(readWrite, seal);
  } finally {
    await close();
  }
}

export async function resealAll(db: Reads, configured: Seal): Promise<Prepared> {
  try {
    return await db.transaction().execute((tx) => reseal(tx, configured));
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    throw error;
  }
}

async function reseal(tx: Transaction<Tables>, configured: Seal): Promise<Prepared> {
  // If two nodes with different keys start on a new database, the second must find the first one's proof.
  await sql`select pg_advisory_xact_lock(hashtext('secrets'))`.execute(tx);
  const retired = await readRetiredKeys(tx);
  const keys = keysToUse(configured.keyIds, retired);
  if (keys.length === 0) return { kind: "wrong-key" };
  const seal = configured.withKeys(keys);
  const secrets = await resealSecrets(tx, seal);
  if (secrets === "wrong-key") return { kind: "wrong-key" };
  const wasRotated = secrets.oldKeys.size > 0;
  if (wasRotated) await retire(tx, secrets.oldKeys, keys);
  const resealed = secrets.count + (await resealLinks(tx, seal));
  const oldKeys = oldKeysIn(configured.keyIds, await readRetiredKeys(tx));
  return { kind: "ready", resealed, wasRotated, seal, oldKeys };
}

/** A running process without the new key could not read what this one seals. */
async function retire(tx: Transaction<Tables>, oldKeys: ReadonlySet<string>, [first = ""]: string[]) {
  const processes = (await readKeysOfNodes(tx)).filter((known) => !known.includes(first)).length;
  if (processes > 0) throw new Undone({ kind: "key-unknown-to-nodes", processes });
  await tx
    .insertInto("retired_keys")
    .values([...oldKeys].map((id) => ({ id })))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

const inClear = z.object({ address: z.string() });
const sealed = z.object({ sealedAddress: z.string(), linkHash: z.string() });

/** Links in queued emails: an earlier version stored them in clear text. */
async function resealLinks(tx: Transaction<Tables>, seal: Seal): Promise<number> {
  const waiting = await tx
    .selectFrom("outbox")
    .select(["id", "details"])
    .where("status", "<>", "sent")
    .where("details", "<>", sql<Record<string, unknown>>`'{}'`)
    .forUpdate()
    .execute();
  let resealed = 0;
  for (const { id, details } of waiting) {
    const link = resealedLink(seal, details);
    if (link === null) continue;
    await tx
      .updateTable("outbox")
      .set({ details: JSON.stringify(link) })
      .where("id", "=", id)
      .execute();
    resealed += 1;
  }
  return resealed;
}

/** Null if nothing changes. A link of a lost key stays as it is: the email fails when it is due. */
function resealedLink(seal: Seal, details: unknown): z.infer<typeof sealed> | null {
  const clear = inClear.safeParse(details);
  if (clear.success) {
    const [, key] = /[?&](?:key|confirm|undo)=([^&]+)/.exec(clear.data.address) ?? [];
    return key === undefined ? null : sealLink(seal, clear.data.address, key);
  }
  const kept = sealed.safeParse(details);
  if (!kept.success || isLinkCurrent(seal, kept.data.sealedAddress)) return null;
  const address = openLink(seal, kept.data.sealedAddress);
  return address === null
    ? null
    : { sealedAddress: sealAddress(seal, address), linkHash: kept.data.linkHash };
}
