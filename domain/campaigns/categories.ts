import type { Day } from "#domain/system/calendar.ts";
import type { z } from "zod";
import type { campaignRecord } from "#domain/content/campaign-record.ts";
import type { Translated } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";

export const subTypes = {
  infrastructure: ["conference", "dormitories", "ict", "ablution"],
  scholarship: ["tuition"],
  research: ["publications", "conferences"],
  alumni: ["contributions"],
  zakat: ["indebted"],
  "registered-waqfu": ["money", "property"],
  events: ["fun-run"],
} as const;

export const unclassified = "n/a";

export type Category = keyof typeof subTypes | typeof unclassified;
export type SubType = (typeof subTypes)[keyof typeof subTypes][number] | typeof unclassified;

export const categories = Object.keys(subTypes).filter(isCategory);

export function isCategory(text: string): text is keyof typeof subTypes {
  return Object.hasOwn(subTypes, text);
}

export function isSubType(text: string): text is Exclude<SubType, typeof unclassified> {
  return Object.values(subTypes)
    .flat()
    .some((type) => type === text);
}

/** The slug in a campaign's address never changes. */
export function isCampaignId(text: string): boolean {
  return text.length <= 80 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

export const campaignStatuses = ["pending", "active", "paused", "completed", "rejected"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Only their organizer and staff see the others. */
export const publicStatuses = ["active", "paused", "completed"] as const satisfies CampaignStatus[];
export type PublicStatus = (typeof publicStatuses)[number];

/** A donation can move to these campaigns. A completed campaign takes no donations. */
export const moveTargetStatuses = ["active", "paused"] as const satisfies CampaignStatus[];

export type Campaign = Omit<z.output<typeof campaignRecord>, "goal" | "status"> & {
  id: string;
  goal: Money;
  raised: Money;
  donors: number;
  daysLeft: number;
  status: PublicStatus;
  /** Null while it is not paused, and if its day is unknown. */
  pausedSince: Day | null;
  createdAt: Date;
};

export type Giving = "open" | "paused" | "completed" | "ended";

export function giving(campaign: Pick<Campaign, "status" | "endDate">, today: Day): Giving {
  if (campaign.status !== "active") return campaign.status;
  return campaign.endDate < today ? "ended" : "open";
}

export const lowestPriority = 999;

export type Classification = { category: Category; subType: SubType; priority: number };

/**
 * First category of a campaign with this title, when it is created or imported. Later choices of staff take
 * precedence.
 */
export function classify(title: string): Classification {
  const known = classifications.get(title.trim().replaceAll(/\s+/g, " ").toLowerCase());
  return known ?? { category: unclassified, subType: unclassified, priority: lowestPriority };
}

const classifications = new Map<string, Classification>([
  ["conference center", { category: "infrastructure", subType: "conference", priority: 1 }],
  ["girls dormitories", { category: "infrastructure", subType: "dormitories", priority: 2 }],
  ["mosque ablution block", { category: "infrastructure", subType: "ablution", priority: 3 }],
  ["student scholarship fund", { category: "scholarship", subType: "tuition", priority: 4 }],
  ["zakat fund for indebted students", { category: "zakat", subType: "indebted", priority: 5 }],
  ["cash waqfu", { category: "registered-waqfu", subType: "money", priority: 6 }],
  ["fun run 2025", { category: "events", subType: "fun-run", priority: 7 }],
]);

/** The slug that the start form and old links use for the category that is stored as registered-waqfu. */
export const waqfuAlias = "waqfu";

export const defaultOrganizer = {
  en: "University Community Fund",
  sw: "Mfuko wa Jumuiya ya Chuo Kikuu",
} satisfies Translated;
export const defaultLocation = {
  en: "Main Campus - Morogoro, Tanzania",
  sw: "Kampasi Kuu - Morogoro, Tanzania",
} satisfies Translated;
export const defaultDurationInDays = 30;

/** Sort orders of a list of campaigns. The first is the specification's. */
export const campaignOrders = ["priority", "newest", "nearly-there", "ending-soon", "most-raised"] as const;
export type CampaignOrder = (typeof campaignOrders)[number];
