import type { Insertable } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";

export async function recordSecurityEvents(
  db: Reads,
  events: readonly Insertable<Tables["security_events"]>[],
): Promise<void> {
  if (events.length > 0)
    await db
      .insertInto("security_events")
      .values([...events])
      .execute();
}
