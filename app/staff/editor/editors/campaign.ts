import { editedCampaign } from "#database/content/edited-campaign.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import {
  campaignStatuses,
  classify,
  defaultDurationInDays,
  defaultLocation,
  defaultOrganizer,
  isCampaignId,
  unclassified,
  type Category,
} from "#domain/campaigns/categories.ts";
import { valueAt, withValue, type Draft } from "#domain/content/draft.ts";
import type { Editor } from "#app/staff/editor/editor.ts";
import type { Field } from "#app/staff/editor/fields.ts";
import { categoryWords, statusWords, subTypeOptions } from "#app/staff/campaigns/words.ts";

/** Every campaign has an editor of its own. */
export function campaignEditor(path: string): Editor | null {
  const id = /^campaigns\/([^/]+)$/.exec(path)?.[1] ?? "";
  if (!isCampaignId(id)) return null;
  return {
    record: editedCampaign(id),
    begin: (query) => (query.has("new") ? beginning(query.get("new") ?? "") : null),
    // Visitors cannot see a campaign that is not public, but its editor needs a preview.
    asSeen: (draft) =>
      ["pending", "rejected"].includes(String(valueAt(draft, "status")))
        ? withValue(draft, "status", "active")
        : draft,
    view: {
      path,
      title: "Campaign",
      about: `Web address: /campaigns/${id}`,
      list: { label: "Campaigns", address: "/admin/campaigns" },
      seenAt: `/campaigns/${id}`,
      saved: "Campaign updated successfully!",
      added: "Campaign created successfully!",
      failed: "Failed to save campaign",
      fields,
    },
  };
}

const options = <Value extends string>(values: readonly Value[], words: (value: Value) => string) =>
  values.map((value) => ({ value, label: words(value) }));

/** Events are classified by their titles, and a submission perhaps by nobody yet: who has these keeps them. */
const offeredCategories = [
  "infrastructure",
  "scholarship",
  "research",
  "alumni",
  "registered-waqfu",
  "zakat",
] as const satisfies Category[];

const fields: Field[] = [
  { kind: "written", name: "title", label: "Title" },
  { kind: "written", name: "description", label: "Description", rows: 4 },
  {
    kind: "written",
    name: "story",
    label: "Story",
    rows: 10,
    hint: "Leave an empty line between paragraphs.",
  },
  { kind: "picture", name: "picture", label: "Image" },
  {
    kind: "group",
    label: "Category and type",
    fields: [
      {
        kind: "choice",
        name: "category",
        label: "Category",
        options: options(offeredCategories, (value) => categoryWords[value]),
        kept: options(["events", unclassified] as const, (value) => categoryWords[value]),
      },
      { kind: "choice", name: "subType", label: "Type", options: subTypeOptions },
      {
        kind: "switch",
        name: "isZakatEligible",
        label: "Zakat eligible",
        hint: "Its money is recorded separately and may be paid only to people who can receive Zakat.",
      },
    ],
  },
  {
    kind: "group",
    label: "Goal",
    fields: [
      { kind: "line", name: "goal", label: "Goal amount", digits: true },
      {
        kind: "choice",
        name: "currency",
        label: "Currency",
        options: [
          { value: "TZS", label: "TZS" },
          { value: "USD", label: "USD" },
        ],
        hint: "Mobile money works only with shillings.",
      },
    ],
  },
  {
    kind: "group",
    label: "Place and dates",
    fields: [
      { kind: "written", name: "organizer", label: "Organizer" },
      { kind: "written", name: "location", label: "Location" },
      { kind: "line", name: "startDate", label: "Start date", type: "date" },
      { kind: "line", name: "endDate", label: "End date", type: "date" },
      { kind: "line", name: "eventDay", label: "Event date", type: "date", hint: "For events only." },
    ],
  },
  {
    kind: "group",
    label: "On the site",
    fields: [
      {
        kind: "choice",
        name: "status",
        label: "Status",
        options: options(campaignStatuses, (value) => statusWords[value][0]),
      },
      {
        kind: "line",
        name: "priority",
        label: "Order in lists",
        digits: true,
        hint: "1 comes first. Campaigns with 999 come last, newest first.",
      },
    ],
  },
];

/** What a new campaign begins with: what its title says of it, and the fund's usual words. */
function beginning(title: string): Draft {
  const today = dayOf(new Date());
  const { category, subType, priority } = classify(title);
  return {
    title: { en: title.slice(0, 100), sw: "" },
    description: { en: "", sw: "" },
    story: { en: "", sw: "" },
    picture: "",
    category: category === unclassified ? "" : category,
    subType,
    isZakatEligible: category === "zakat" ? "yes" : "",
    goal: "",
    currency: "TZS",
    organizer: defaultOrganizer,
    location: defaultLocation,
    status: "active",
    startDate: today,
    endDate: addDays(today, defaultDurationInDays),
    eventDay: "",
    priority: String(priority),
  };
}
