import { isCampaignId } from "#domain/campaigns/categories.ts";
import { isExternalId } from "#domain/donations/read-donor.ts";
import type { Language } from "#domain/content/language.ts";

/** The figures and the donation that an open page shows. */
export type Subscription = {
  language: Language;
  campaigns: string[];
  totals: boolean;
  orderId: string | null;
};

const mostCampaigns = 24;

export function readSubscription(query: URLSearchParams): Subscription | null {
  const campaigns = query.getAll("campaign");
  const orderId = query.get("order");
  const totals = query.get("totals") === "yes";
  if (campaigns.length > mostCampaigns || !campaigns.every(isCampaignId)) return null;
  if (orderId !== null && !isExternalId(orderId)) return null;
  if (campaigns.length === 0 && orderId === null && !totals) return null;
  return { campaigns, orderId, totals, language: query.get("language") === "sw" ? "sw" : "en" };
}

export const subjectsOf = ({ campaigns, totals, orderId }: Subscription): string[] => [
  ...campaigns.map((id) => `campaign:${id}`),
  ...(totals ? ["totals"] : []),
  ...(orderId === null ? [] : [`donation:${orderId}`]),
];
