import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Seal } from "#domain/system/seal.ts";
import { resealSecrets } from "#operations/system/shared-secrets.ts";
import { openDatabase, type Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { isLinkCurrent, openLink, sealAddress, sealLink } from "#operations/mail/queue.ts";

export type Prepared = { kind: "ready"; resealed: number } | { kind: "wrong-key" };

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

export function resealAll(db: Reads, seal: Seal): Promise<Prepared> {
  return db.transaction().execute(async (tx) => {
    const secrets = await resealSecrets(tx, seal);
    if (secrets === "wrong-key") return { kind: "wrong-key" };
    return { kind: "ready", resealed: secrets + (await resealLinks(tx, seal)) };
  });
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
