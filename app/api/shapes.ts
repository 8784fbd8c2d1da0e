import { z } from "zod";
import { categories, publicStatuses, unclassified } from "#domain/campaign.ts";
import { longestMessage } from "#domain/donation.ts";
import { languages } from "#domain/language.ts";
import { currencies } from "#domain/money.ts";
import { wallets } from "#domain/phone.ts";

/** What programs send and are sent, described once: the description of the addresses is made from this. */

const amount = z
  .union([z.number().positive(), z.string().regex(/^\d+(?:\.\d{1,2})?$/)])
  .describe("Whole shillings, or dollars with at most two decimals. Written one way only: 20000 or 10.5");

const gift = {
  amount,
  currency: z.enum(currencies).default("TZS").describe("The currency of the campaign"),
  message: z.string().max(longestMessage).optional(),
  isAnonymous: z.boolean().default(false).describe("Neither name nor e-mail are kept"),
  isAlumni: z.boolean().default(false).describe("Not together with isAnonymous"),
  graduationYear: z.string().optional().describe("For alumni: from 2008 to this year, or Present"),
  bearsFee: z.boolean().default(false).describe("Adds 3.5 % to a gift of zakat; a card always bears it"),
  proof: z
    .string()
    .optional()
    .describe(
      "The challenge of an answer 428, with ~ and its numbers or without; then send the same gift again",
    ),
  retryOf: z.string().optional().describe("The failed order that this gift tries again"),
  retryKey: z.string().optional().describe("The receiptKey of that order, unless its cookie comes along"),
  language: z.enum(languages).default("en").describe("Of the answers and of the receipt"),
};
const phone = z.string().describe("Any way of writing a Tanzanian mobile number");
const campaignId = z.string().describe("A readable slug such as conference-center");

export const mobileGift = z.object({
  campaignId,
  phoneNumber: phone,
  provider: z.enum(wallets).describe("The mobile network that is asked to collect"),
  name: z.string().optional(),
  email: z.string().optional(),
  ...gift,
});

export const orderGift = z.object({
  campaign_id: campaignId,
  buyer_phone: phone,
  buyer_name: z.string().optional(),
  buyer_email: z.string().optional(),
  ...gift,
});

export const cardGift = z.object({
  campaignId,
  donorPhone: z.string().describe("With + and the country's code; a number of Tanzania in any way"),
  donorName: z.string(),
  donorEmail: z.string(),
  acceptTerms: z.literal(true),
  billing: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      address: z.string(),
      city: z.string(),
      region: z.string(),
      postcode: z.string(),
      country: z.string().regex(/^[A-Z]{2}$/),
    })
    .describe("What the card network wants; passed on and not kept"),
  ...gift,
});

const success = z.literal(true);
const receiptKey = z.string().optional().describe("Opens the whole receipt at /donations/{orderId}?key=");

export const mobileAnswer = z.strictObject({
  success,
  message: z.string(),
  transactionId: z.string(),
  externalId: z.string(),
  receiptKey,
});

export const orderAnswer = z.strictObject({
  success,
  message: z.string(),
  paymentUrl: z.url().nullable().describe("Where the payer goes on; null when the provider did not answer"),
  order_id: z.string(),
  receiptKey,
});

export const cardAnswer = z.strictObject({
  success,
  url: z.url().nullable(),
  order_id: z.string(),
  receiptKey,
});

export const failure = z.strictObject({
  success: z.literal(false),
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional().describe("A sentence for each field that is wrong"),
  challenge: z.string().optional().describe("To be sent back as proof, with 428 only"),
});

export const standing = z.strictObject({
  success,
  status: z.enum(["pending", "completed", "failed"]),
  otherAmount: z
    .literal(true)
    .optional()
    .describe("Another amount than was asked for was paid, and the fund is looking into it"),
});

export const campaign = z.strictObject({
  id: z.string(),
  title: z.string(),
  title_sw: z.string().nullable(),
  description: z.string(),
  description_sw: z.string().nullable(),
  category: z.enum([...categories, unclassified]),
  sub_type: z.string(),
  goal_amount: z.number(),
  amount_raised: z.number(),
  currency: z.enum(currencies),
  donors_count: z.int(),
  days_left: z.int(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  image: z.url().nullable(),
  organizer: z.string(),
  location: z.string(),
  is_zakat_eligible: z.boolean(),
  status: z.enum(publicStatuses),
  priority: z.int(),
  created_at: z.iso.datetime(),
});

export const oneCampaign = z.strictObject({ success, campaign });
export const campaignList = z.strictObject({ success, campaigns: z.array(campaign) });

const range = { fromdate: z.iso.date(), todate: z.iso.date() };

export const statistics = z.strictObject({
  success,
  ...range,
  completed_count: z.int(),
  total_completed_amount: z.number().describe("In shillings"),
  other_amounts: z.array(z.strictObject({ currency: z.enum(currencies), amount: z.number() })),
  total_orders: z.int().describe("The ledger knows of what arrived only, so this is the completed count"),
  success_percentage: z.int().describe("Of the campaigns with a goal, how many have reached it"),
});

export const campaignStatistics = z.strictObject({
  success,
  campaign_id: z.string(),
  ...range,
  currency: z.enum(currencies),
  total_amount: z.number(),
  donors: z.int(),
  target_amount: z.number(),
});
