import { z } from "zod";
import { currencies, minorUnits, type Currency } from "#domain/money/money.ts";
import { problemsIn, type ReadRow } from "./campaign-row.ts";
import { columnsOf, type Columns } from "./columns.ts";
import { optionalText, type TableRow } from "./table-row.ts";

export type EarlierDonation = {
  campaign: string;
  amount: bigint;
  currency: Currency;
  isCompleted: boolean;
};

const row = z.object({
  campaign_id: z.string().trim().min(1),
  amount: optionalText,
  currency: optionalText.transform((text) => text.toUpperCase() || "TZS").pipe(z.enum(currencies)),
  status: optionalText
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(["pending", "completed", "failed"])),
});

export const donationColumns = {
  needed: ["campaign_id", "amount", "status"],
  read: columnsOf(row),
  notUsed: [
    ...["id", "donor_name", "donor_email", "message", "provider", "external_id", "transaction_id"],
    ...["is_alumni_donation", "graduation_year", "created_at", "updated_at"],
  ],
} satisfies Columns;

/**
 * A row of the earlier system's table `donations`. Only its amount is used, for a comparison with the campaign: its
 * browser wrote these rows, so they prove no payment.
 */
export function readDonationRow(cells: TableRow): ReadRow<EarlierDonation> {
  const parsed = row.safeParse(cells);
  if (!parsed.success) return { ok: false, problem: problemsIn(parsed.error) };
  const { campaign_id: campaign, currency, status } = parsed.data;
  const amount = minorUnits(parsed.data.amount, currency);
  if (amount === null) return { ok: false, problem: `amount "${parsed.data.amount}" is not an amount` };
  return { ok: true, read: { campaign, amount, currency, isCompleted: status === "completed" } };
}
