import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

/** False if another use had this counter already: a copied device. Devices without a counter always report 0. */
export async function recordPasskeyUse(db: Reads, id: string, counter: number): Promise<boolean> {
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
