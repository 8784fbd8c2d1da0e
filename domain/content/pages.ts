import type { Translated } from "./language.ts";

/** The texts that have a page of their own. */
export const pageSlugs = ["about", "privacy", "terms"] as const;
export type PageSlug = (typeof pageSlugs)[number];

/** The page about the fund is headed by the About Section. */
export type TitledSlug = Exclude<PageSlug, "about">;

export type TextPage = {
  slug: TitledSlug;
  title: Translated;
  /** In the small Markdown that app/ui/markdown.tsx renders. */
  body: Translated;
  updatedAt: Date;
};

export type AboutText = Pick<TextPage, "body" | "updatedAt">;
