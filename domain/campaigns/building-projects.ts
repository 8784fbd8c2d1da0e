import type { DescribedPicture } from "#domain/content/home.ts";
import type { Translated } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";

export const projectSlugs = ["conference-center", "dormitories", "ablution-block"] as const;
export type ProjectSlug = (typeof projectSlugs)[number];

export function isProjectSlug(text: string): text is ProjectSlug {
  return projectSlugs.some((slug) => slug === text);
}

/** A building that the university plans, described in more detail than its campaign. */
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
  /** Its own, or its campaign's if it has none. */
  picture: DescribedPicture | null;
};
