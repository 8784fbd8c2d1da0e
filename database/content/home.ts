import { bankDetailsRecord, aboutRecord, heroRecord, viceChancellorRecord } from "#domain/content/records.ts";
import { shownFigure } from "#domain/content/live-counter.ts";
import { memberRecord } from "#domain/content/team-record.ts";
import type { About, BankDetails, Hero, TeamMember, ViceChancellorMessage } from "#domain/content/home.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordColumns } from "./record-columns.ts";

export const heroColumns = recordColumns("hero_section", heroRecord.shape, { picture: "image" });

export async function readHero(db: Reads): Promise<Hero | null> {
  const row = await db.selectFrom("hero_section").selectAll().select(heroColumns.pictures).executeTakeFirst();
  if (row === undefined) return null;
  const hero = heroColumns.fromRow(row);
  const stats = hero.stats.map((stat, place) => ({
    ...stat,
    figure: shownFigure(stat, place),
  }));
  return { ...hero, stats };
}

export const aboutColumns = recordColumns("about_section", aboutRecord.shape, {
  pictures: "images",
  accountability: "accountability_items",
});

export async function readAbout(db: Reads): Promise<About | null> {
  const row = await db
    .selectFrom("about_section")
    .selectAll()
    .select(aboutColumns.pictures)
    .executeTakeFirst();
  return row === undefined ? null : aboutColumns.fromRow(row);
}

export async function readAboutChangeTime(db: Reads): Promise<Date | null> {
  const row = await db.selectFrom("about_section").select("updated_at").executeTakeFirst();
  return row?.updated_at ?? null;
}

export const viceChancellorColumns = recordColumns("vice_chancellor_message", viceChancellorRecord.shape, {
  name: "vice_chancellor_name",
  position: "vice_chancellor_title",
  picture: "vice_chancellor_photo_url",
});

export async function readViceChancellor(db: Reads): Promise<ViceChancellorMessage | null> {
  const row = await db
    .selectFrom("vice_chancellor_message")
    .selectAll()
    .select(viceChancellorColumns.pictures)
    .executeTakeFirst();
  return row === undefined ? null : viceChancellorColumns.fromRow(row);
}

export const memberColumns = recordColumns("team_members", memberRecord.shape, { picture: "photo_url" });

export async function listTeam(db: Reads): Promise<TeamMember[]> {
  const rows = await db
    .selectFrom("public_team")
    .selectAll()
    .select(memberColumns.pictures)
    .orderBy("order_index")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...memberColumns.fromRow(row), id: row.id }));
}

const { reason: _, ...storedBankDetails } = bankDetailsRecord.shape;

export const bankColumns = recordColumns("bank_details", storedBankDetails, { picture: "image_url" });

export async function readBankDetails(db: Reads): Promise<BankDetails | null> {
  const row = await db.selectFrom("bank_details").selectAll().select(bankColumns.pictures).executeTakeFirst();
  return row === undefined ? null : { ...bankColumns.fromRow(row), changedAt: row.updated_at };
}
