import { memberColumns } from "#database/content/home.ts";
import type { Reads } from "#database/sql.server.ts";

/** Everyone on the team list, as visitors see them. */
export async function readShownMembers(db: Reads) {
  const rows = await db
    .selectFrom("team_members")
    .selectAll()
    .select(memberColumns.pictures)
    .where("is_active", "=", true)
    .orderBy("id")
    .execute();
  return rows.map((row) => memberColumns.fromRow(row));
}

export async function readZakatCampaigns(db: Reads): Promise<string[]> {
  const rows = await db
    .selectFrom("campaigns")
    .select("id")
    .where("is_zakat_eligible", "=", true)
    .where("archived_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
