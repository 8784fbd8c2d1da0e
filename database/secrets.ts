import { randomBytes } from "node:crypto";
import type { Reads } from "./sql.server.ts";

/** A secret that the nodes of one database share; whoever asks first makes it. */
export async function sharedSecret(db: Reads, name: string): Promise<string> {
  const value = randomBytes(32).toString("base64url");
  await db
    .insertInto("secrets")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const kept = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return kept.value;
}
