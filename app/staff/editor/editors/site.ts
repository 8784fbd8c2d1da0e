import { contact, fund, settings, submenus } from "#database/content/edited-settings.ts";
import { jobNames } from "#domain/system/jobs.ts";
import { jobWords } from "#app/staff/health/words.ts";
import type { Editor } from "#app/staff/editor/editor.ts";
import type { Field } from "#app/staff/editor/fields.ts";

/** Content of every page, and settings of the site. */
export const siteEditors: Editor[] = [
  {
    record: contact,
    view: {
      path: "contact",
      title: "Contact",
      about: "Shown on the home page and at the bottom of every page.",
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
          label: "Email addresses",
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
              label: "Embedded map URL",
              hint: "Loaded only when a visitor asks for it. Leave empty to show only a link.",
              type: "url",
            },
            { kind: "line", name: "mapLink", label: "Map link", type: "url" },
          ],
        },
      ],
    },
  },
  {
    record: fund,
    view: {
      path: "fund",
      title: "Fund Name and Tagline",
      seenAt: "/",
      saved: "Fund name and tagline updated successfully!",
      failed: "Failed to update fund name and tagline",
      fields: [
        { kind: "written", name: "name", label: "Name" },
        { kind: "written", name: "tagline", label: "Tagline", hint: "Shown at the bottom of every page." },
      ],
    },
  },
  {
    record: submenus,
    view: {
      path: "submenus",
      title: "Submenus",
      about: "Links under each main menu item. An item without links goes to its own page or section.",
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
      elsewhere: { label: "Two-step sign-in for all staff", address: "/admin/people#two-step" },
      seenAt: null,
      saved: "Settings updated successfully!",
      failed: "Failed to update settings",
      fields: [
        {
          kind: "switch",
          name: "paymentsStopped",
          label: "Stop all online payments",
          hint: "Use this if something is wrong with payments. Donation forms and the API stop accepting payments and tell donors why. Bank transfers still work, and payments already started are completed.",
        },
        {
          kind: "switch",
          name: "cardsStopped",
          label: "Stop card payments",
          hint: "Use this if stolen cards are being tested. Mobile money and bank transfers still work. Card payments already made are counted.",
        },
        {
          kind: "group",
          name: "jobs",
          label: "Background jobs",
          hint: "A job stops at its next step. When you switch it on again, it continues from there.",
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
        hint: "A page of this site, such as /campaigns, or a link that starts with https://",
      },
    ],
  };
}
