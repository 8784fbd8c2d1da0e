import { sql } from "kysely";
import type { Reported } from "#domain/donations/reporting.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Accepted = Reported & { subject: string; by: string };

/** Stores the lower report that the person saw. The service can have reported something else since. */
export async function acceptLowerFigure(
  db: Reads,
  { subject, raised, donors, by }: Accepted,
): Promise<"accepted" | "changed"> {
  return db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom("external_figures")
      .select(["raised", "donors"])
      .where("subject", "=", subject)
      .where("lower_raised", "=", raised)
      .where("lower_donors", "=", BigInt(donors))
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) return "changed";
    await tx
      .updateTable("external_figures")
      .set({
        ...{ raised, donors: BigInt(donors), lower_raised: null, lower_donors: null, lower_at: null },
        last_day: sql<string>`fund_day(lower_at)`,
        fetched_at: sql<Date>`lower_at`,
      })
      .where("subject", "=", subject)
      .execute();
    await recordAction(tx, by, {
      action: "lower-figure-accepted",
      subject: `external-figure:${subject}`,
      before: { raised: String(before.raised), donors: String(before.donors) },
      after: { raised: String(raised), donors: String(donors) },
    });
    return "accepted";
  });
}
