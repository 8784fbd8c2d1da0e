import { z } from "zod";
import type { DonationFilter } from "#database/donation-list.ts";
import { meaningsOf, readTypedAmount } from "#domain/donation-search.ts";
import { donationStates } from "#domain/donation-state.ts";
import { askedDay, oneOf, typedText } from "#app/staff/list/asked.ts";

export const methods = ["mobile", "card", "bank", "cash"] as const;
export const providers = ["azampay", "selcom", "offline"] as const;
const orders = ["-date", "date", "-amount", "amount"] as const;

/** What the address of the donations, and of their export, asks for. */
export const donationQuery = z.object({
  q: typedText(),
  campaign: typedText(),
  state: oneOf(donationStates),
  provider: oneOf(providers),
  method: oneOf(methods),
  amount: typedText(40),
  open: oneOf(["long"]),
  from: askedDay,
  to: askedDay,
  sort: z.enum(orders).catch("-date"),
});

export type DonationQuery = z.output<typeof donationQuery>;

export function filterOf({ q, campaign, amount, ...asked }: DonationQuery): DonationFilter {
  return {
    ...asked,
    meanings: q === "" ? null : meaningsOf(q),
    campaign: campaign || null,
    amount: readTypedAmount(amount),
  };
}
