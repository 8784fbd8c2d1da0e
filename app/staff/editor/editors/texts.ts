import { aboutText, project, text } from "#operations/content/records/texts.ts";
import { projectSlugs } from "#domain/campaigns/building-projects.ts";
import { pageSlugs } from "#domain/content/pages.ts";
import type { Editor } from "#app/staff/editor/editor.ts";

const textTitles = { about: "About Page", privacy: "Privacy Policy", terms: "Terms of Service" };

export const textEditors = pageSlugs.map((slug): Editor => ({
  record: slug === "about" ? aboutText : text(slug),
  view: {
    path: `texts/${slug}`,
    title: textTitles[slug],
    ...(slug === "about" && {
      about:
        "The main text of the page. Its title and the parts above and below the text come from the About Section.",
    }),
    seenAt: `/${slug}`,
    saved: `${textTitles[slug]} updated successfully!`,
    failed: `Failed to update ${textTitles[slug]}`,
    fields: (slug === "about" ? aboutText : text(slug)).fields(),
  },
}));

const projectTitles = {
  "conference-center": "Conference Center",
  dormitories: "Girls’ Dormitories",
  "ablution-block": "Ablution Block",
};

export const projectEditors = projectSlugs.map((slug): Editor => ({
  record: project(slug),
  view: {
    path: `infrastructure/${slug}`,
    title: projectTitles[slug],
    seenAt: `/infrastructure/${slug}`,
    saved: `${projectTitles[slug]} updated successfully!`,
    failed: `Failed to update ${projectTitles[slug]}`,
    fields: project(slug).fields(),
  },
}));
