import { z } from "zod";
import { categories, publicStatuses, unclassified } from "#domain/campaigns/categories.ts";
import { longestMessage } from "#domain/donations/read-donor.ts";
import { languages } from "#domain/content/language.ts";
import { currencies } from "#domain/money/money.ts";
import { networks } from "#domain/payments/phone.ts";

/** Requests and responses of the public API. The OpenAPI description is generated from these schemas. */

const amount = z
  .union([z.number().positive(), z.string().regex(/^\d+(?:\.\d{1,2})?$/)])
  .describe(
    "Amount in whole shillings (20000), or in dollars with up to 2 decimal places (10.5). No thousands separators.",
  );

const donation = {
  amount,
  currency: z.enum(currencies).default("TZS").describe("The currency of the campaign"),
  message: z.string().max(longestMessage).optional(),
  isAnonymous: z.boolean().default(false).describe("Do not store the donor’s name or email"),
  isAlumni: z.boolean().default(false).describe("Cannot be combined with isAnonymous"),
  wantsUpdates: z
    .boolean()
    .default(false)
    .describe("The donor agreed to get the updates of the campaign by email. Ignored if isAnonymous"),
  isShown: z
    .boolean()
    .default(false)
    .describe(
      "The donor agreed to be shown with name and message on the campaign’s page. Ignored if isAnonymous",
    ),
  graduationYear: z.string().optional().describe("For alumni: from 2008 to this year, or Present"),
  bearsFee: z
    .boolean()
    .default(false)
    .describe("Add the 3.5% processing fee to a Zakat donation. Card payments always include it."),
  proof: z
    .string()
    .optional()
    .describe(
      "The challenge from a 428 response: solved (with ~ and the numbers) or unchanged; then send the same donation again",
    ),
  retryOf: z
    .string()
    .optional()
    .describe(
      "Order ID of an earlier donation that this one repeats. Answers 409 while one of its payments is paid or may be",
    ),
  retryKey: z.string().optional().describe("The receiptKey of that order, unless its cookie comes along"),
  language: z
    .enum(languages)
    .default("en")
    .describe("Language of this answer’s messages and of the receipt. Accept-Language is not read"),
};
const phone = z.string().describe("Tanzanian mobile number, in any common format");
const campaignId = z.string().describe("Campaign slug, such as conference-center");

const neededUnlessAnonymous = z.string().optional().describe("Required, unless isAnonymous");

export const mobileDonation = z.object({
  campaignId,
  phoneNumber: phone,
  provider: z.enum(networks).describe("Mobile network to charge"),
  name: neededUnlessAnonymous,
  email: neededUnlessAnonymous,
  ...donation,
});

export const orderDonation = z.object({
  campaign_id: campaignId,
  buyer_phone: phone,
  buyer_name: neededUnlessAnonymous,
  buyer_email: neededUnlessAnonymous,
  ...donation,
});

export const cardDonation = z.object({
  campaignId,
  donorPhone: z
    .string()
    .describe("International format with + and country code, or a Tanzanian number in any common format"),
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
    .describe("Cardholder’s billing details. Passed to the card network and not stored."),
  ...donation,
});

const success = z.literal(true);
const receiptKey = z
  .string()
  .optional()
  .describe("Secret key for the full receipt at /donations/{orderId}?key=");

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
  paymentUrl: z
    .url()
    .nullable()
    .describe("URL to redirect the payer to. Null if the provider did not answer."),
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
  errors: z.record(z.string(), z.string()).optional().describe("Error message for each invalid field"),
  challenge: z.string().optional().describe("Only with status 428: send it back as proof"),
});

export const donationStatus = z.strictObject({
  success,
  status: z.enum(["pending", "completed", "failed"]),
  otherAmount: z
    .literal(true)
    .optional()
    .describe("The amount paid differs from the amount requested. The fund is checking."),
  checking: z
    .literal(true)
    .optional()
    .describe(
      "The provider’s reports differ, and money may have arrived. The fund is checking. Do not retry.",
    ),
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
  total_orders: z.int().describe("Same as completed_count: the ledger holds only completed donations"),
  success_percentage: z.int().describe("Percentage of campaigns with a goal that have reached it"),
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
