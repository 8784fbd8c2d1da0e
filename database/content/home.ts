import { sql } from "kysely";
import type {
  About,
  BankDetails,
  DescribedPicture,
  Hero,
  TeamMember,
  ViceChancellorMessage,
} from "#domain/content/home.ts";
import { pictureColumn, translated } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";

export async function readHero(db: Reads): Promise<Hero | null> {
  const row = await db
    .selectFrom("hero_section")
    .selectAll()
    .select(pictureColumn(sql.ref("image")).as("picture"))
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    title: translated(row.title, row.title_sw),
    subtitle: translated(row.subtitle, row.subtitle_sw),
    buttonText: translated(row.button_text, row.button_text_sw),
    picture: row.picture,
    stats: row.stats.map(({ label, value }, index) => ({
      label: translated(label, row.stats_sw?.[index]?.label ?? null),
      value,
    })),
  };
}

export async function readAbout(db: Reads): Promise<About | null> {
  const row = await db
    .selectFrom("about_section")
    .selectAll()
    .select(
      sql<DescribedPicture[]>`array(
        select ${pictureColumn(sql.ref("named.id"))}
        from unnest(images) with ordinality as named (id, position)
        where exists (select from pictures where pictures.id = named.id)
        order by position
      )`.as("pictures"),
    )
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    title: translated(row.title, row.title_sw),
    description: translated(row.description, row.description_sw),
    mission: translated(row.mission, row.mission_sw),
    vision: translated(row.vision, row.vision_sw),
    pictures: row.pictures,
    highlights: row.highlights.map((text, index) => translated(text, row.highlights_sw?.[index] ?? null)),
    accountability: row.accountability_items.map(({ title, description }, index) => {
      const swahili = row.accountability_items_sw?.[index];
      return {
        title: translated(title, swahili?.title ?? null),
        description: translated(description, swahili?.description ?? null),
      };
    }),
  };
}

export async function whenAboutChanged(db: Reads): Promise<Date | null> {
  const row = await db.selectFrom("about_section").select("updated_at").executeTakeFirst();
  return row?.updated_at ?? null;
}

export async function readViceChancellor(db: Reads): Promise<ViceChancellorMessage | null> {
  const row = await db
    .selectFrom("vice_chancellor_message")
    .selectAll()
    .select(pictureColumn(sql.ref("vice_chancellor_photo_url")).as("picture"))
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    title: translated(row.title, row.title_sw),
    greeting: translated(row.greeting, row.greeting_sw),
    paragraphs: {
      en: paragraphs(row.content),
      sw: row.content_sw === null ? null : paragraphs(row.content_sw),
    },
    name: row.vice_chancellor_name,
    position: translated(row.vice_chancellor_title, row.vice_chancellor_title_sw),
    picture: row.picture,
  };
}

/** Active members in the order that staff gave them. */
export async function listTeam(db: Reads): Promise<TeamMember[]> {
  const rows = await db
    .selectFrom("public_team")
    .selectAll()
    .select(pictureColumn(sql.ref("photo_url")).as("picture"))
    .orderBy("order_index")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: translated(row.role, row.role_sw),
    bio: row.bio === null ? null : translated(row.bio, row.bio_sw),
    picture: row.picture,
  }));
}

export async function readBankDetails(db: Reads): Promise<BankDetails | null> {
  const row = await db
    .selectFrom("bank_details")
    .selectAll()
    .select(pictureColumn(sql.ref("image_url")).as("picture"))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { mobile_money_name: name, mobile_money_number: number } = row;
  return {
    bankName: row.bank_name,
    accountName: row.account_name,
    accountNumber: row.account_number,
    branch: row.branch,
    swiftCode: row.swift_code,
    mobileMoney: name === null || number === null ? null : { name, number },
    additionalInfo:
      row.additional_info === null ? null : translated(row.additional_info, row.additional_info_sw),
    picture: row.picture,
    changedAt: row.updated_at,
  };
}

const paragraphs = (text: string) => text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
