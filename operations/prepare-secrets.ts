import type { Seal } from "#domain/seal.ts";
import { resealSecrets } from "#database/secrets.ts";
import { openDatabase, type Reads } from "#database/sql.server.ts";

export type Prepared = { kind: "ready"; resealed: number } | { kind: "wrong-key" };

/** At every start: proves that the key opens this database, and seals what is not sealed with the first key. */
export async function prepareSecrets(databaseUrl: string, seal: Seal): Promise<Prepared> {
  const { everything, close } = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    return await resealAll(everything, seal);
  } finally {
    await close();
  }
}

export async function resealAll(db: Reads, seal: Seal): Promise<Prepared> {
  const resealed = await db.transaction().execute((tx) => resealSecrets(tx, seal));
  return resealed === "wrong-key" ? { kind: "wrong-key" } : { kind: "ready", resealed };
}
