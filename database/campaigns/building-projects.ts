import { sql, type Selectable } from "kysely";
import { projectRecord } from "#domain/content/records.ts";
import type { InfrastructureProject, ProjectSlug } from "#domain/campaigns/building-projects.ts";
import { recordColumns } from "#database/content/record-columns.ts";
import { pictureColumn } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";

export const projectColumns = recordColumns("infrastructure_projects", projectRecord.shape, {
  target: "target_amount",
  picture: "image",
  giveTitle: "donate_title",
  giveText: "donate_text",
  giveButton: "donate_button",
  chosen: "default_preset",
});

export async function listProjects(db: Reads): Promise<InfrastructureProject[]> {
  return (await selectProjects(db).orderBy("order_index").execute()).map(asProject);
}

export async function findProject(db: Reads, slug: ProjectSlug): Promise<InfrastructureProject | null> {
  const row = await selectProjects(db).where("slug", "=", slug).executeTakeFirst();
  return row === undefined ? null : asProject(row);
}

/** The building of a campaign, if it is one of the projects. */
export async function findProjectOf(db: Reads, campaignId: string): Promise<ProjectSlug | null> {
  const row = await db
    .selectFrom("infrastructure_projects")
    .select("slug")
    .where("campaign_id", "=", campaignId)
    .executeTakeFirst();
  return row?.slug ?? null;
}

/** A project without a picture has its campaign's. */
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

type Row = Selectable<Tables["infrastructure_projects"]>;

const asProject = (row: Row): InfrastructureProject => ({
  ...projectColumns.fromRow(row),
  slug: row.slug,
  campaignId: row.campaign_id,
});
