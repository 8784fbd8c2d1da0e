import { z } from "zod";
import { readAmount } from "./amount.ts";
import {
  campaignStatuses,
  categories,
  lowestPriority,
  subTypes,
  unclassified,
  isCategory,
  type SubType,
} from "./campaign.ts";
import { currencies } from "./money.ts";
import { onOff, picture } from "./records.ts";
import { written, writtenOrNot } from "./written.ts";

const day = z.iso.date("Please give a day");
const dayOrNone = z.preprocess((given) => (given === "" ? null : given), day.nullable());
const subTypeNames: SubType[] = [...Object.values(subTypes).flat(), unclassified];

/** A campaign as staff edit it. Its goal is written as programs write amounts: 5000000, or 10.50 dollars. */
export const campaignRecord = z
  .strictObject({
    title: written(100),
    description: written(1_000),
    story: writtenOrNot(20_000),
    picture,
    category: z.enum([...categories, unclassified], "Please select a campaign category"),
    subType: z.enum(subTypeNames, "Please select what it is for"),
    isZakatEligible: onOff,
    goal: z.string().transform((typed) => typed.replaceAll(/[\s,_']/g, "")),
    currency: z.enum(currencies, "Please select TZS or USD"),
    organizer: written(120),
    location: written(160),
    status: z.enum(campaignStatuses, "Please select a status"),
    startDate: day,
    endDate: day,
    eventDay: dayOrNone,
    priority: z.coerce
      .number("Please give a number")
      .int("Please give a whole number")
      .min(1, "The first place is 1")
      .max(lowestPriority, `The last place is ${lowestPriority}`),
  })
  .superRefine((campaign, context) => {
    const wrong = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (readAmount(campaign.goal, campaign.currency) === null)
      wrong("goal", "Goal amount must be a positive number");
    if (campaign.endDate < campaign.startDate) wrong("endDate", "It cannot end before it starts");
    if (campaign.eventDay !== null && campaign.category !== "events")
      wrong("eventDay", "Only an event has a day");
    if (campaign.category === "zakat" && !campaign.isZakatEligible)
      wrong("isZakatEligible", "A zakat campaign takes zakat");
    const kinds: readonly string[] = isCategory(campaign.category) ? subTypes[campaign.category] : [];
    if (campaign.subType !== unclassified && !kinds.includes(campaign.subType))
      wrong("subType", "This does not belong to the category");
  });

export type CampaignRecord = z.output<typeof campaignRecord>;

/** A readable address for a title; "" where nothing of it can be written in plain letters. */
export function slugFor(title: string): string {
  return title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
}
