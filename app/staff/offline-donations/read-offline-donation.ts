import { z } from "zod";
import type { Day } from "#domain/system/calendar.ts";
import type { Currency } from "#domain/money/money.ts";
import { readMessage } from "#domain/donations/read-donor.ts";
import {
  longestReference,
  offlineMethods,
  readOfflineDonor,
  readReference,
  type OfflineDonation,
} from "#domain/donations/offline.ts";
import { parsePhone } from "#domain/payments/phone.ts";
import {
  isAmbiguousAmount,
  likelyAmount,
  readTypedAmount,
  staffQuestion,
} from "#domain/donations/typed-amount.ts";

type Problem = { field: string; message: string };
type WithoutDocument = Omit<OfflineDonation, "document">;
export type ReadOfflineDonation = { ok: true; donation: WithoutDocument } | { ok: false; errors: Problem[] };

type Campaigns = readonly { id: string; currency: Currency }[];

const shape = z.object({
  campaign: z.string().catch(""),
  amount: z.string().catch(""),
  method: z.enum(offlineMethods).nullable().catch(null),
  receivedOn: z.string().catch(""),
  reference: z.string().catch(""),
  anonymous: z.string().optional(),
  name: z.string().catch(""),
  email: z.string().catch(""),
  phone: z.string().catch(""),
  message: z.string().catch(""),
  language: z.enum(["en", "sw"]).catch("en"),
});

const unclearWords = {
  TZS: "Enter whole shillings, with a comma only between thousands, such as 1,250",
  USD: "Use a comma only between thousands and a full stop only before cents, such as 1,250 or 12.50",
} as const;

export function readOfflineDonation(
  entered: Record<string, string>,
  campaigns: Campaigns,
  today: Day,
): ReadOfflineDonation {
  const filledIn = shape.parse(entered);
  const errors: Problem[] = [];
  const wrong = (field: string, message: string) => void errors.push({ field, message });

  const campaign = campaigns.find(({ id }) => id === filledIn.campaign);
  if (!campaign) wrong("campaign", "Choose a campaign");
  const currency = campaign?.currency ?? "TZS";
  const amount = readTypedAmount(filledIn.amount, currency);
  if (amount === null) wrong("amount", askFor(filledIn.amount, currency));
  const { method, receivedOn } = filledIn;
  if (method === null) wrong("method", "Choose a payment method");
  const dayFault = dayProblem(receivedOn, today);
  if (dayFault !== null) wrong("receivedOn", dayFault);
  const reference = readReference(filledIn.reference);
  if (reference === "") wrong("reference", "Enter the reference from the statement or cash book");
  if ([...filledIn.reference].length > longestReference)
    wrong("reference", `Reference must be ${longestReference} characters or fewer`);
  const read = readOfflineDonor({
    isAnonymous: filledIn.anonymous !== undefined,
    name: filledIn.name,
    email: filledIn.email,
  });
  if (!read.ok) wrong(read.field, read.message);
  const phone = filledIn.phone.trim() === "" ? null : parsePhone(filledIn.phone);
  if (filledIn.phone.trim() !== "" && phone === null)
    wrong("phone", "Enter a Tanzanian mobile number or leave this empty");
  const message = readMessage(filledIn.message);
  if (!message.ok) wrong("message", "Message must be 500 characters or fewer");

  if (!campaign || !amount || !method || !read.ok || !message.ok || errors.length > 0)
    return { ok: false, errors };
  const isAnonymous = read.donor.kind === "anonymous";
  return {
    ok: true,
    donation: {
      campaignId: campaign.id,
      amount,
      method,
      receivedOn,
      reference,
      donor: read.donor,
      // Do not store the phone number of an anonymous donor.
      phone: isAnonymous ? null : phone,
      message: message.message,
      language: filledIn.language,
    },
  };
}

function askFor(typed: string, currency: Currency): string {
  if (!isAmbiguousAmount(typed, currency)) return "Enter an amount, such as 50,000";
  const meant = likelyAmount(typed, currency);
  return meant === null ? unclearWords[currency] : staffQuestion(meant);
}

function dayProblem(typed: string, today: Day): string | null {
  if (typed === "") return "Enter the date received";
  if (!z.iso.date().safeParse(typed).success) return "Enter a date, such as 2026-11-21";
  if (typed < firstDay) return "Date must be 2000 or later";
  return typed > today ? "Date must be today or in the past" : null;
}

/** An earlier date is a typing error. */
const firstDay: Day = "2000-01-01";
