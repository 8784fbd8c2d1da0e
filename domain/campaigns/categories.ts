import type { Day } from "#domain/system/calendar.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import type { Translated } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";

/** What campaigns are for, and the kinds within each. */
export const subTypes = {
  infrastructure: ["conference", "dormitories", "ict", "ablution"],
  scholarship: ["tuition"],
  research: ["publications", "conferences"],
  alumni: ["contributions"],
  zakat: ["indebted"],
  "registered-waqfu": ["money", "property"],
  events: ["fun-run"],
} as const;

/** A campaign that nobody has classified yet. */
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

/** Campaigns are addressed by a readable slug, which never changes. */
export function isCampaignId(text: string): boolean {
  return text.length <= 80 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

export const campaignStatuses = ["pending", "active", "paused", "completed", "rejected"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** The others are seen by their organizer and by staff only. */
export const publicStatuses = ["active", "paused", "completed"] as const satisfies CampaignStatus[];
export type PublicStatus = (typeof publicStatuses)[number];

export type Campaign = {
  id: string;
  title: Translated;
  description: Translated;
  story: Translated | null;
  category: Category;
  subType: SubType;
  goal: Money;
  raised: Money;
  donors: number;
  daysLeft: number;
  startDate: Day;
  endDate: Day;
  /** On which day an event takes place; its campaign asks for longer. */
  eventDay: Day | null;
  picture: DescribedPicture | null;
  organizer: Translated;
  location: Translated;
  zakatEligible: boolean;
  status: PublicStatus;
  priority: number;
  createdAt: Date;
};

export type CampaignUpdate = {
  id: number;
  title: Translated;
  content: Translated;
  publishedAt: Date;
};

/** Why a campaign takes gifts, or why not. */
export type Giving = "open" | "paused" | "completed" | "ended";

export function giving(campaign: Pick<Campaign, "status" | "endDate">, today: Day): Giving {
  if (campaign.status !== "active") return campaign.status;
  return campaign.endDate < today ? "ended" : "open";
}

export const lowestPriority = 999;

export type Classification = { category: Category; subType: SubType; priority: number };

/** Where a campaign of this title belongs when it is made or brought in; what staff choose later stands. */
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

/** How a list of campaigns may be ordered; the first is the specification's. */
export const campaignOrders = ["priority", "newest", "nearly-there", "ending-soon", "most-raised"] as const;
export type CampaignOrder = (typeof campaignOrders)[number];
