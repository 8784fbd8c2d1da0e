import { z } from "zod";
import type { DonationFilter } from "#database/donations/list.ts";
import { meaningsOf, readSearchedAmount } from "#domain/donations/search.ts";
import { donationStates } from "#domain/donations/state.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { oneOf, readDay, typedText } from "#app/staff/list/list-query.ts";
import { methods, providers } from "./filters.ts";

const orders = ["-date", "date", "-amount", "amount"] as const;

export const donationQuery = z.object({
  q: typedText(),
  campaign: typedText(),
  state: oneOf(donationStates),
  provider: oneOf(providers),
  method: oneOf(methods),
  amount: typedText(40),
  open: oneOf(["long"]),
  from: typedText(20),
  to: typedText(20),
  sort: z.enum(orders).catch("-date"),
});

export type DonationQuery = z.output<typeof donationQuery>;

export type FilterRead = { ok: true; filter: DonationFilter } | { ok: false; errors: FormErrors };

/** An amount or a day that cannot be read lists nothing. An ignored filter would look as if it had worked. */
export function filterOf({ q, campaign, amount, from, to, ...typed }: DonationQuery): FilterRead {
  const errors: FormErrors = [];
  const typedAmount = readSearchedAmount(amount);
  if (amount !== "" && typedAmount === null)
    errors.push({ field: "amount", message: "Enter an amount, such as 250,000 or US$250.50" });
  const filter = {
    ...typed,
    meanings: q === "" ? null : meaningsOf(q),
    campaign: campaign || null,
    amount: typedAmount,
    from: readDay("from", from, errors),
    to: readDay("to", to, errors),
  };
  return errors.length === 0 ? { ok: true, filter } : { ok: false, errors };
}
