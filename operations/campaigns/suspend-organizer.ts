import type { Kysely } from "kysely";
import { readOrganizer, readOrganizerLanguage } from "#database/campaigns/submissions.ts";
import type { Tables } from "#database/tables.ts";
import { queueEmail } from "#operations/mail/queue.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Suspending = { userId: string; reason: string; by: string };

export type SuspensionOutcome = "suspended" | "suspended-before" | "own" | "unknown";

/** Stops all campaigns of an organizer at the same time. A trigger marks the campaigns. */
export function suspendOrganizer(
  db: Kysely<Tables>,
  { userId, reason, by }: Suspending,
): Promise<SuspensionOutcome> {
  return db.transaction().execute(async (tx) => {
    if (userId === by) return "own";
    const user = await tx
      .selectFrom("users")
      .select("id")
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) return "unknown";
    const open = await tx
      .selectFrom("organizer_suspensions")
      .select("id")
      .where("user_id", "=", userId)
      .where("lifted_at", "is", null)
      .executeTakeFirst();
    if (open !== undefined) return "suspended-before";
    await tx
      .insertInto("organizer_suspensions")
      .values({ user_id: userId, reason, suspended_by: by })
      .execute();
    await recordAction(tx, by, { action: "organizer-suspended", subject: `user:${userId}` });
    await notify(tx, userId, "organizer-suspended");
    return "suspended";
  });
}

export function liftSuspension(
  db: Kysely<Tables>,
  { userId, by }: Omit<Suspending, "reason">,
): Promise<"lifted" | "not-suspended"> {
  return db.transaction().execute(async (tx) => {
    const lifted = await tx
      .updateTable("organizer_suspensions")
      .set({ lifted_by: by, lifted_at: new Date() })
      .where("user_id", "=", userId)
      .where("lifted_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (lifted === undefined) return "not-suspended";
    await recordAction(tx, by, { action: "organizer-suspension-lifted", subject: `user:${userId}` });
    await notify(tx, userId, "suspension-lifted");
    return "lifted";
  });
}

/** Without the reason, which can name the person who reported something. */
async function notify(
  tx: Kysely<Tables>,
  userId: string,
  template: "organizer-suspended" | "suspension-lifted",
) {
  const { email: recipient } = await readOrganizer(tx, userId);
  const language = await readOrganizerLanguage(tx, userId);
  await queueEmail(tx, { template, recipient, language, address: "/organizer" });
}
