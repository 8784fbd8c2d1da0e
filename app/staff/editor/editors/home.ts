import { about, hero, viceChancellor } from "#database/content/edited-sections.ts";
import { howItWorks, largeDonations, stats, zakat } from "#database/content/edited-settings.ts";
import { externalCampaigns } from "#domain/content/records.ts";
import type { Editor } from "#app/staff/editor/editor.ts";
import type { Field } from "#app/staff/editor/fields.ts";

/** The parts of the home page, from above. */
export const homeEditors: Editor[] = [
  {
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
          hint: "Enter ‘Live Counter’ to show the current figure: donors first, then amount raised, then campaigns.",
          fewest: 0,
          most: 3,
          fields: [
            { kind: "written", name: "label", label: "Label" },
            { kind: "line", name: "value", label: "Value" },
          ],
        },
      ],
    },
  },
  {
    record: about,
    view: {
      path: "about",
      title: "About Section",
      about: "Shown on the home page and at the top of the About page.",
      seenAt: "/#about",
      saved: "About section updated successfully!",
      failed: "Failed to update about section",
      fields: [
        { kind: "written", name: "title", label: "Title" },
        { kind: "written", name: "description", label: "Description", rows: 5 },
        { kind: "written", name: "mission", label: "Mission", rows: 3 },
        { kind: "written", name: "vision", label: "Vision", rows: 3 },
        {
          kind: "list",
          name: "pictures",
          label: "Images",
          one: "Image",
          fewest: 0,
          most: 6,
          fields: [{ kind: "picture", name: "", label: "Image" }],
        },
        {
          kind: "list",
          name: "highlights",
          label: "Highlights",
          one: "Highlight",
          fewest: 0,
          most: 12,
          fields: [{ kind: "written", name: "", label: "Text" }],
        },
        {
          kind: "list",
          name: "accountability",
          label: "Accountability items",
          one: "Item",
          fewest: 0,
          most: 12,
          fields: [
            { kind: "written", name: "title", label: "Title" },
            { kind: "written", name: "description", label: "Description", rows: 2 },
          ],
        },
      ],
    },
  },
  {
    record: viceChancellor,
    view: {
      path: "vice-chancellor",
      title: "Vice Chancellor Message",
      seenAt: "/#message",
      saved: "Vice Chancellor message updated successfully!",
      failed: "Failed to save vice chancellor message",
      unread: "Failed to load vice chancellor message",
      fields: [
        { kind: "written", name: "title", label: "Title" },
        { kind: "written", name: "greeting", label: "Greeting" },
        {
          kind: "written",
          name: "content",
          label: "Message",
          hint: "Leave an empty line between paragraphs.",
          rows: 10,
        },
        { kind: "line", name: "name", label: "Name" },
        { kind: "written", name: "position", label: "Position" },
        { kind: "picture", name: "picture", label: "Photo" },
      ],
    },
  },
  {
    record: zakat,
    view: {
      path: "zakat",
      title: "Zakat",
      about:
        "The text beside the calculator on the home page, and the gold and silver prices used for the nisab.",
      seenAt: "/#zakat",
      saved: "Zakat section updated successfully!",
      failed: "Failed to update zakat section",
      fields: [
        {
          kind: "group",
          label: "Gold and silver prices",
          hint: "Price of one gram, in shillings. Visitors see the date and source, and a warning when the prices are more than a week old. Leave all four empty if you have no prices.",
          fields: [
            { kind: "line", name: "gold", label: "Gold", digits: true },
            { kind: "line", name: "silver", label: "Silver", digits: true },
            { kind: "line", name: "asOf", label: "Date of prices", type: "date" },
            { kind: "written", name: "source", label: "Source" },
          ],
        },
        { kind: "written", name: "title", label: "Title" },
        { kind: "written", name: "text", label: "Text", rows: 3 },
        {
          kind: "list",
          name: "points",
          label: "Explanatory points",
          one: "Point",
          fewest: 3,
          most: 3,
          fields: titleAndText(),
        },
      ],
    },
  },
  {
    record: howItWorks,
    view: {
      path: "how-it-works",
      title: "How It Works",
      seenAt: "/#how-it-works",
      saved: "How It Works updated successfully!",
      failed: "Failed to update How It Works",
      fields: [
        { kind: "written", name: "title", label: "Title" },
        {
          kind: "list",
          name: "steps",
          label: "Steps",
          one: "Step",
          fewest: 1,
          most: 8,
          fields: titleAndText(),
        },
      ],
    },
  },
  {
    record: stats,
    view: {
      path: "stats",
      title: "Stats",
      about:
        "The text above the fund’s figures. The figures come from the ledger. “Donors” is the number of completed donations.",
      seenAt: "/#impact",
      saved: "Stats updated successfully!",
      failed: "Failed to update stats",
      fields: [
        { kind: "written", name: "title", label: "Title" },
        { kind: "written", name: "text", label: "Text", rows: 3 },
        {
          kind: "group",
          label: "Figures of the reporting service",
          hint: "These figures count money collected outside this site. Switch on the campaigns that have a till. No reporting service is connected yet, so nothing is added.",
          fields: [
            { kind: "switch", name: "overall", label: "The overall figures" },
            {
              kind: "group",
              name: "campaigns",
              label: "Campaigns",
              fields: externalCampaigns.map((id): Field => ({
                kind: "switch",
                name: id,
                label: id.replaceAll("-", " ").replace(/^./, (email) => email.toUpperCase()),
              })),
            },
          ],
        },
      ],
    },
  },
  {
    record: largeDonations,
    view: {
      path: "large-donations",
      title: "Large Donation Options",
      about: "The text beside the bank details. Edit the details themselves in Bank Details.",
      seenAt: "/#large-donations",
      saved: "Large donation options updated successfully!",
      failed: "Failed to update large donation options",
      fields: [
        { kind: "written", name: "title", label: "Title" },
        { kind: "written", name: "text", label: "Text", rows: 5 },
      ],
    },
  },
];

function titleAndText(): Field[] {
  return [
    { kind: "written", name: "title", label: "Title" },
    { kind: "written", name: "text", label: "Text", rows: 3 },
  ];
}
