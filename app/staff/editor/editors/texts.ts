import { aboutText, project, text } from "#database/content/edited-texts.ts";
import { projectSlugs } from "#domain/campaigns/building-projects.ts";
import { pageSlugs } from "#domain/content/pages.ts";
import type { Editor } from "#app/staff/editor/editor.ts";
import type { Field } from "#app/staff/editor/fields.ts";

const textTitles = { about: "About Page", privacy: "Privacy Policy", terms: "Terms of Service" };
const title: Field = { kind: "written", name: "title", label: "Title" };

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
    fields: [
      ...(slug === "about" ? [] : [title]),
      {
        kind: "written",
        name: "body",
        label: "Text",
        hint: "Start a heading with ## and a list item with -. Use **bold**, *italic* and [link text](https://…). Leave an empty line between paragraphs.",
        rows: 24,
      },
    ],
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
    fields: [
      { kind: "written", name: "title", label: "Title" },
      { kind: "written", name: "summary", label: "Summary", rows: 2 },
      {
        kind: "written",
        name: "description",
        label: "Description",
        hint: "Leave an empty line between paragraphs.",
        rows: 8,
      },
      { kind: "line", name: "target", label: "Target amount, in shillings", digits: true },
      { kind: "written", name: "timeline", label: "Timeline" },
      { kind: "written", name: "location", label: "Location" },
      {
        kind: "list",
        name: "features",
        label: "Key features",
        one: "Feature",
        fewest: 6,
        most: 6,
        fields: [{ kind: "written", name: "", label: "Text" }],
      },
      {
        kind: "picture",
        name: "picture",
        label: "Image",
        hint: "If empty, the campaign’s image is shown.",
      },
      {
        kind: "group",
        label: "Donation form",
        fields: [
          { kind: "written", name: "giveTitle", label: "Donation form title" },
          { kind: "written", name: "giveText", label: "Donation form text", rows: 2 },
          { kind: "written", name: "giveButton", label: "Button" },
          {
            kind: "list",
            name: "presets",
            label: "Amounts to choose from, in shillings",
            one: "Amount",
            fewest: 1,
            most: 6,
            fields: [{ kind: "line", name: "", label: "Amount", digits: true }],
          },
          { kind: "line", name: "chosen", label: "Amount selected at first", digits: true },
        ],
      },
    ],
  },
}));
