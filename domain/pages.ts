import type { Translated } from "./language.ts";

/** The texts that have a page of their own. */
export const pageSlugs = ["about", "privacy", "terms"] as const;
export type PageSlug = (typeof pageSlugs)[number];

export type TextPage = {
  slug: PageSlug;
  title: Translated;
  /** In the small Markdown that app/ui/markdown.tsx renders. */
  body: Translated;
  updatedAt: Date;
};
