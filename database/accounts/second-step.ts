import { sql } from "kysely";
import { z } from "zod";
import { linkLasts } from "#domain/accounts/roles.ts";
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

export type AddedSecondStep = { name: string | null; at: Date };

/** Passkeys, and codes without a name. A stranger can have added those of the last days. */
export function readSecondSteps(
  db: Reads,
  userId: string,
  since: Date | null = null,
): Promise<AddedSecondStep[]> {
  const from = since ?? new Date(0);
  return db
    .selectFrom("passkeys")
    .select((column) => [column.cast<string | null>("name", "text").as("name"), "created_at as at"])
    .where("user_id", "=", userId)
    .where("created_at", ">=", from)
    .unionAll(
      db
        .selectFrom("two_factors")
        .select([sql<string | null>`null`.as("name"), sql<Date>`turned_on_at`.as("at")])
        .where("user_id", "=", userId)
        .where("turned_on_at", ">=", from),
    )
    .orderBy("at")
    .execute();
}

/** As long as a changed address can be undone. */
export const newSince = () => new Date(Date.now() - linkLasts["email-undo"] * 1000);

/** The person of a request can be older than a change that another request made. */
export async function hasSecondStepNow(db: Reads, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("two_factor_enabled")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row?.two_factor_enabled === true;
}

/** The time until a second step locked by wrong codes opens again, at least one second. */
export async function secondsLocked(db: Reads, userId: string | null): Promise<number> {
  const row = await db
    .selectFrom("two_factors")
    .select(sql<number>`ceil(extract(epoch from locked_until - now()))::int`.as("left"))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return Math.max(1, row?.left ?? 1);
}
