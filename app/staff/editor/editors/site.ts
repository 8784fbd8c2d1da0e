import { contact, fund, settings, submenus } from "#database/edited-settings.ts";
import { jobNames } from "#domain/jobs.ts";
import { jobWords } from "#app/staff/health/words.ts";
import type { Editor } from "#app/staff/editor/editor.ts";
import type { Field } from "#app/staff/editor/fields.ts";

/** What stands on every page, and how the site behaves. */
export const siteEditors: Editor[] = [
  {
    record: contact,
    view: {
      path: "contact",
      title: "Contact",
      about: "Stands on the home page and at the foot of every page.",
      seenAt: "/#contact",
      saved: "Contact details updated successfully!",
      failed: "Failed to update contact details",
      fields: [
        { kind: "written", name: "address", label: "Address" },
        {
          kind: "list",
          name: "phones",
          label: "Phone numbers",
          one: "Number",
          fewest: 0,
          most: 8,
          fields: [{ kind: "line", name: "", label: "Number", type: "tel" }],
        },
        {
          kind: "list",
          name: "emails",
          label: "E-mail addresses",
          one: "Address",
          fewest: 0,
          most: 8,
          fields: [{ kind: "line", name: "", label: "Address", type: "email" }],
        },
        {
          kind: "list",
          name: "officeHours",
          label: "Office hours",
          one: "Line",
          fewest: 0,
          most: 8,
          fields: [
            { kind: "written", name: "days", label: "Days" },
            { kind: "written", name: "hours", label: "Hours" },
          ],
        },
        {
          kind: "group",
          label: "Map",
          fields: [
            {
              kind: "line",
              name: "mapEmbed",
              label: "Address of the map inside the page",
              hint: "Loaded only when a visitor asks for it. Leave it empty for a link alone.",
              type: "url",
            },
            { kind: "line", name: "mapLink", label: "Address of the map on a page of its own", type: "url" },
          ],
        },
      ],
    },
  },
  {
    record: fund,
    view: {
      path: "fund",
      title: "Name of the Fund",
      seenAt: "/",
      saved: "Name updated successfully!",
      failed: "Failed to update name",
      fields: [
        { kind: "written", name: "name", label: "Name" },
        { kind: "written", name: "tagline", label: "Tagline", hint: "Stands at the foot of every page." },
      ],
    },
  },
  {
    record: submenus,
    view: {
      path: "submenus",
      title: "Submenus",
      about: "Links below the items of the main navigation. An item without links leads to its own place.",
      seenAt: "/",
      saved: "Submenus updated successfully!",
      failed: "Failed to update submenus",
      fields: [
        submenu("about", "About Us"),
        submenu("advisory", "Advisory Body"),
        submenu("campaigns", "Campaigns"),
        submenu("contact", "Contact Us"),
      ],
    },
  },
  {
    policy: "admin",
    record: settings,
    view: {
      path: "settings",
      title: "Settings",
      elsewhere: { label: "Two-step sign-in of all staff", address: "/admin/people#two-step" },
      seenAt: null,
      saved: "Settings updated successfully!",
      failed: "Failed to update settings",
      fields: [
        {
          kind: "switch",
          name: "paymentsStopped",
          label: "Take no payments",
          hint: "For when something is wrong with money. Every form and address refuses and says so; bank transfers go on, and what is begun already is settled.",
        },
        {
          kind: "switch",
          name: "cardsStopped",
          label: "Stop taking cards",
          hint: "For when stolen cards are tried. The form says so; mobile money and bank transfers go on, and what is paid already counts.",
        },
        {
          kind: "group",
          name: "jobs",
          label: "What the site does by itself",
          hint: "A job that is switched off stops at its next step, and goes on where it stopped.",
          fields: jobNames.map((name): Field => ({
            kind: "switch",
            name,
            label: jobWords[name].name,
          })),
        },
      ],
    },
  },
];

function submenu(name: string, label: string): Field {
  return {
    kind: "list",
    name,
    label,
    one: "Link",
    fewest: 0,
    most: 12,
    fields: [
      { kind: "written", name: "label", label: "Label" },
      {
        kind: "line",
        name: "address",
        label: "Address",
        hint: "/campaigns for a page of this site, or https://…",
      },
    ],
  };
}
