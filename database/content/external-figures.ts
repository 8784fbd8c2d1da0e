import type { z } from "zod";
import type { Day } from "#domain/system/calendar.ts";
import { sectionSchemas } from "#domain/content/sections.ts";
import { overallSubject, type Reported } from "#domain/donations/reporting.ts";
import type { Reads } from "#database/sql.server.ts";

/** What staff switched on, and the titles of the campaigns at the reporting service. */
export async function readExternalSwitches(
  db: Reads,
): Promise<z.output<(typeof sectionSchemas)["external-figures"]>> {
  const row = await db
    .selectFrom("public_settings")
    .select("value")
    .where("key", "=", "external-figures")
    .executeTakeFirst();
  return sectionSchemas["external-figures"].parse(row?.value);
}

export type ExternalFigures = Reported & { lastDay: Day; fetchedAt: Date };

/** Null if staff did not switch them on, or if they were never fetched. */
export async function readExternalFigures(
  db: Reads,
  subject: string = overallSubject,
): Promise<ExternalFigures | null> {
  const row = await db
    .selectFrom("public_external_figures")
    .select(["raised", "donors", "last_day", "fetched_at"])
    .where("subject", "=", subject)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    raised: row.raised,
    donors: Number(row.donors),
    lastDay: row.last_day,
    fetchedAt: row.fetched_at,
  };
}
