import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import type { Day } from "#domain/system/calendar.ts";
import { sectionSchemas } from "#domain/content/sections.ts";
import { overallSubject, type Reported } from "#domain/donations/reporting.ts";
import type { Reads } from "#database/sql.server.ts";

/** The switches of staff, and the titles of the campaigns at the reporting service. */
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

/** Figures in a statement with others. Null if staff did not switch them on, or if they were never fetched. */
export const externalFigures = (subject: string = overallSubject): RawBuilder<unknown> => sql`(
  select json_build_object(
    'raised', raised::text, 'donors', donors, 'lastDay', last_day, 'fetchedAt', fetched_at
  ) from public_external_figures where subject = ${subject})`;

export const externalShape = z.object({
  raised: z.string().transform(BigInt),
  donors: z.number(),
  lastDay: z.string(),
  fetchedAt: z.coerce.date(),
});
