import type { Translated } from "./language.ts";

export const pageSlugs = ["about", "privacy", "terms"] as const;
export type PageSlug = (typeof pageSlugs)[number];

/** The About Section gives the title of the about page. */
export type TitledSlug = Exclude<PageSlug, "about">;

export type TextPage = {
  slug: TitledSlug;
  title: Translated;
  /** In the small Markdown that app/ui/markdown.tsx renders. */
  body: Translated;
  updatedAt: Date;
};

export type AboutText = Pick<TextPage, "body" | "updatedAt">;
