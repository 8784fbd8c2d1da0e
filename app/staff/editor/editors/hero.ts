import { hero } from "#database/edited-content.ts";
import type { Editor } from "#app/staff/editor/editor.ts";

export const heroEditor: Editor = {
  record: hero,
  view: {
    path: "hero",
    title: "Hero Section",
    about: "What visitors see first on the home page.",
    seenAt: "/",
    saved: "Hero section updated successfully!",
    failed: "Failed to update hero section",
    fields: [
      { kind: "written", name: "title", label: "Title" },
      { kind: "written", name: "subtitle", label: "Subtitle", rows: 3 },
      { kind: "written", name: "buttonText", label: "Button text" },
      { kind: "picture", name: "picture", label: "Background image" },
      {
        kind: "list",
        name: "stats",
        label: "Figures",
        one: "Figure",
        hint: "‘Live Counter’ shows the figure of our own ledger: donors first, then the amount raised, then campaigns.",
        fewest: 0,
        most: 3,
        fields: [
          { kind: "written", name: "label", label: "Label" },
          { kind: "line", name: "value", label: "Value" },
        ],
      },
    ],
  },
};
