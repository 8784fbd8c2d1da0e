import { sql, type Selectable } from "kysely";
import type { DescribedPicture } from "#domain/content/home.ts";
import type { InfrastructureProject, ProjectSlug } from "#domain/campaigns/building-projects.ts";
import { tzs } from "#domain/money/money.ts";
import { pictureColumn, translated } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";

export async function listProjects(db: Reads): Promise<InfrastructureProject[]> {
  return (await selectProjects(db).orderBy("order_index").execute()).map(asProject);
}

export async function findProject(db: Reads, slug: ProjectSlug): Promise<InfrastructureProject | null> {
  const row = await selectProjects(db).where("slug", "=", slug).executeTakeFirst();
  return row === undefined ? null : asProject(row);
}

const selectProjects = (db: Reads) =>
  db
    .selectFrom("infrastructure_projects")
    .selectAll()
    .select(
      pictureColumn(
        sql`coalesce(
          image,
          (select c.image from public_campaigns c where c.id = infrastructure_projects.campaign_id)
        )`,
      ).as("picture"),
    );

type Row = Selectable<Tables["infrastructure_projects"]> & { picture: DescribedPicture | null };

function asProject(row: Row): InfrastructureProject {
  return {
    slug: row.slug,
    campaignId: row.campaign_id,
    title: translated(row.title, row.title_sw),
    summary: translated(row.summary, row.summary_sw),
    description: translated(row.description, row.description_sw),
    target: tzs(row.target_amount),
    timeline: translated(row.timeline, row.timeline_sw),
    location: translated(row.location, row.location_sw),
    features: row.features.map((text, index) => translated(text, row.features_sw?.[index] ?? null)),
    giving: {
      title: translated(row.donate_title, row.donate_title_sw),
      text: translated(row.donate_text, row.donate_text_sw),
      button: translated(row.donate_button, row.donate_button_sw),
      presets: row.presets.map((amount) => tzs(BigInt(amount))),
      chosen: tzs(row.default_preset),
    },
    picture: row.picture,
  };
}
