import { z } from "zod";
import type { Reads } from "#database/sql.server.ts";

const key = "second-step";
const rule = z.strictObject({ required: z.boolean() });

/** True if all staff must set up two-step sign-in. This is the default until an admin switches it off. */
export async function isSecondStepRequired(db: Reads): Promise<boolean> {
  const kept = await db.selectFrom("site_settings").select("value").where("key", "=", key).executeTakeFirst();
  return kept === undefined || rule.parse(kept.value).required;
}

export async function keepSecondStepRule(tx: Reads, required: boolean): Promise<void> {
  const value = JSON.stringify({ required } satisfies z.infer<typeof rule>);
  await tx
    .insertInto("site_settings")
    .values({ key, value, is_public: false })
    .onConflict((known) => known.column("key").doUpdateSet({ value, updated_at: new Date() }))
    .execute();
}
