import { z } from "zod";
import type { Reads } from "#database/sql.server.ts";

export const secondStepKey = "second-step";
export const secondStepRule = z.strictObject({ required: z.boolean() });

/** True if all staff must set up two-step sign-in. This is the default until an admin switches it off. */
export async function isSecondStepRequired(db: Reads): Promise<boolean> {
  const kept = await db
    .selectFrom("site_settings")
    .select("value")
    .where("key", "=", secondStepKey)
    .executeTakeFirst();
  return kept === undefined || secondStepRule.parse(kept.value).required;
}
