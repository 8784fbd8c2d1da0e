import { subTypes, unclassified, type CampaignStatus, type Category } from "#domain/campaigns/categories.ts";
import { campaignTexts as words } from "#app/messages/en/campaigns.ts";
import type { Tone } from "#app/staff/list/status.tsx";

export const statusWords: Record<CampaignStatus, [string, Tone]> = {
  pending: ["Pending approval", "waiting"],
  active: ["Active", "good"],
  paused: ["Paused", "waiting"],
  completed: ["Completed", "plain"],
  rejected: ["Returned", "bad"],
};

export const categoryWords: Record<Category, string> = words.category;

export const subTypeOptions = [
  { value: unclassified, label: "None" },
  ...Object.entries(subTypes).flatMap(([category, kinds]) =>
    kinds.map((kind) => ({ value: kind, label: `${labelOf(category)}: ${words.subType[kind]}` })),
  ),
];

function labelOf(category: string): string {
  return Object.entries(categoryWords).find(([name]) => name === category)?.[1] ?? category;
}
