import type { DescribedPicture } from "#domain/content/home.ts";
import type { Translated } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";

export const projectSlugs = ["conference-center", "dormitories", "ablution-block"] as const;
export type ProjectSlug = (typeof projectSlugs)[number];

export function isProjectSlug(text: string): text is ProjectSlug {
  return projectSlugs.some((slug) => slug === text);
}

/** A building that the university plans, presented at more length than the campaign that collects for it. */
export type InfrastructureProject = {
  slug: ProjectSlug;
  campaignId: string;
  title: Translated;
  summary: Translated;
  description: Translated;
  target: Money;
  timeline: Translated;
  location: Translated;
  features: Translated[];
  giving: { title: Translated; text: Translated; button: Translated; presets: Money[]; chosen: Money };
  /** Its own, or else its campaign's. */
  picture: DescribedPicture | null;
};
