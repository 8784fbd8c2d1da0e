import type { z } from "zod";
import type { projectRecord } from "#domain/content/records.ts";

export const projectSlugs = ["conference-center", "dormitories", "ablution-block"] as const;
export type ProjectSlug = (typeof projectSlugs)[number];

export function isProjectSlug(text: string): text is ProjectSlug {
  return projectSlugs.some((slug) => slug === text);
}

export type InfrastructureProject = z.output<typeof projectRecord> & {
  slug: ProjectSlug;
  campaignId: string;
};
