import { editedCampaign } from "#operations/content/records/campaign.ts";
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
import { currencies } from "#domain/money/money.ts";
import { completed, type Field } from "#domain/content/field.ts";
import { categoryWords, statusWords, subTypeOptions } from "#app/staff/campaigns/words.ts";

export function campaignEditor(path: string): Editor | null {
  const id = /^campaigns\/([^/]+)$/.exec(path)?.[1] ?? "";
  if (!isCampaignId(id)) return null;
  const record = editedCampaign(id);
  const fields = record.fields(choices);
  return {
    record,
    begin: (query) => (query.has("new") ? beginning(fields, query.get("new") ?? "") : null),
    // Visitors cannot see a campaign that is not public, but its editor needs a preview.
    asSeen: (draft) =>
      ["pending", "rejected"].includes(String(valueAt(draft, "status")))
        ? withValue(draft, "status", "active")
        : draft,
    nameOf: (draft) => String(valueAt(draft, "title.en") ?? ""),
    relatedTo: (draft) => [
      { label: "Updates", address: `/admin/campaigns/${id}/updates` },
      ...(valueAt(draft, "isZakatEligible") === "yes"
        ? [{ label: "Zakat rulings", address: `/admin/campaigns/${id}/zakat` }]
        : []),
    ],
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

/** Events are classified by title, and a submission may be unclassified. Such campaigns keep their values. */
const offeredCategories = [
  "infrastructure",
  "scholarship",
  "research",
  "alumni",
  "registered-waqfu",
  "zakat",
] as const satisfies Category[];

const choices = {
  category: {
    options: options(offeredCategories, (value) => categoryWords[value]),
    kept: options(["events", unclassified] as const, (value) => categoryWords[value]),
  },
  subType: { options: subTypeOptions },
  currency: { options: options(currencies, (value) => value) },
  status: { options: options(campaignStatuses, (value) => statusWords[value][0]) },
};

/** The title decides some values of a new campaign; the others are defaults. */
function beginning(fields: Field[], title: string): Draft {
  const today = dayOf(new Date());
  const { category, subType, priority } = classify(title);
  return completed(fields, {
    title: { en: title.slice(0, 100), sw: "" },
    category: category === unclassified ? "" : category,
    subType,
    isZakatEligible: category === "zakat" ? "yes" : "",
    currency: "TZS",
    organizer: defaultOrganizer,
    location: defaultLocation,
    status: "active",
    startDate: today,
    endDate: addDays(today, defaultDurationInDays),
    priority: String(priority),
  });
}
