import type { Insertable } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";

export type RecordedEvent = Insertable<Tables["security_events"]>;

export async function recordSecurityEvents(db: Reads, events: readonly RecordedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto("security_events")
    .values([...events])
    .execute();
}
