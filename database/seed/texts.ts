import { readFile } from "node:fs/promises";
import type { Transaction } from "kysely";
import { projectColumns } from "#database/campaigns/building-projects.ts";
import type { Tables } from "#database/tables.ts";
import { defaultLocation } from "#domain/campaigns/categories.ts";
import { languages, type Language } from "#domain/content/language.ts";
import { pageSlugs, type PageSlug } from "#domain/content/pages.ts";
import { projectRecord } from "#domain/content/records.ts";
import { filled } from "./filled.ts";
import { projects } from "./infrastructure.ts";

/** The day of the last change to the default texts. A text that staff change gets the day of that change. */
const written = new Date("2026-11-22T09:00:00+03:00");

export async function writePages(tx: Transaction<Tables>): Promise<void> {
  const rows = await Promise.all(
    pageSlugs.map(async (slug) => {
      const [en, sw] = await Promise.all(languages.map((language) => readText(slug, language)));
      if (!en || !sw) throw new Error(`the text ${slug} is missing in one language`);
      return {
        slug,
        title: en.title,
        title_sw: sw.title,
        body: en.body,
        body_sw: sw.body,
        updated_at: written,
      };
    }),
  );
  await tx.insertInto("pages").values(rows).execute();
}

type Text = { title: string | null; body: string };

/** The first line can be the title. */
async function readText(slug: PageSlug, language: Language): Promise<Text> {
  const text = await readFile(new URL(`pages/${slug}.${language}.md`, import.meta.url), "utf8");
  const title = /^# (.*)/.exec(text)?.[1] ?? null;
  return { title, body: text.slice(title === null ? 0 : text.indexOf("\n")).trim() };
}

export async function writeProjects(tx: Transaction<Tables>): Promise<void> {
  const rows = projects.map(({ slug, campaign, ...project }, index) => ({
    ...projectColumns.toRow(filled(projectRecord, { location: defaultLocation, ...project })),
    slug,
    campaign_id: campaign,
    order_index: index + 1,
  }));
  await tx.insertInto("infrastructure_projects").values(rows).execute();
}
