import { bookedDonations, type BookedDonation } from "#database/donations/recorded.ts";
import type { DonationFilter } from "#database/donations/list.ts";
import type { Reads } from "#database/sql.server.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { csvBeginning, csvLine, type Cell } from "#domain/reconciliation/csv.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Begin = (filter: DonationFilter) => Promise<AsyncGenerator<Uint8Array> | "busy">;

/** The export contains donors' personal data, so the audit entry is written before the first line is sent. */
export async function exportDonations(
  db: Reads,
  filter: DonationFilter,
  by: string,
  begin: Begin,
): Promise<AsyncGenerator<Uint8Array> | "busy"> {
  const lines = await begin(filter);
  if (lines === "busy") return lines;
  try {
    await writeDown(db, filter, by);
  } catch (error) {
    await lines.return(undefined);
    throw error;
  }
  return lines;
}

async function writeDown(db: Reads, { meanings, amount, ...narrowed }: DonationFilter, by: string) {
  await recordAction(db, by, {
    action: "export-donations",
    subject: "donations",
    // A search is personal data, and this log is permanent.
    after: {
      ...narrowed,
      amount: amount && { ...amount, amount: String(amount.amount) },
      searchedBy: meanings?.map(({ kind }) => kind) ?? null,
    },
  });
}

export async function* donationLines(db: Reads, filter: DonationFilter): AsyncGenerator<string> {
  yield csvBeginning + csvLine(columns.map(([head]) => head));
  for await (const batch of bookedDonations(db, filter))
    yield batch.map((donation) => csvLine(columns.map(([, cell]) => cell(donation)))).join("");
}

function entryOf(kind: BookedDonation["kind"], amount: bigint): string {
  switch (kind) {
    case "donation":
      return "Donation";
    case "donation-reversal":
      return "Refund";
    case "part-refund":
      return "Partial refund";
    case "move":
      return amount < 0n ? "Moved to another campaign" : "Moved from another campaign";
  }
}

const columns: [head: string, cell: (donation: BookedDonation) => Cell][] = [
  ["Value date", ({ valueAt }) => dayOf(valueAt)],
  ["Entry", ({ kind, amount }) => entryOf(kind, amount.amount)],
  ["Reference", ({ orderId }) => orderId],
  ["Receipt number", ({ receiptNumber }) => receiptNumber],
  ["Donor", ({ donor }) => donor],
  ["Anonymous", ({ isAnonymous }) => (isAnonymous ? "yes" : "no")],
  ["Email", ({ email }) => email],
  // Grouped digits, because a spreadsheet turns a long number into a rounded one.
  ["Phone", ({ phone }) => phone && phone.replace(/^(255)(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4")],
  ["Graduation year", ({ graduationYear }) => graduationYear],
  ["Campaign", ({ campaign }) => campaign.title],
  ["Campaign ID", ({ campaign }) => campaign.id],
  ["Amount", ({ amount }) => amount],
  ["Fee", ({ fee }) => fee],
  ["Currency", ({ amount }) => amount.currency],
  ["Provider", ({ provider }) => provider],
  ["Payment method", ({ method }) => method],
  ["Network", ({ network }) => network],
  ["Provider’s reference", ({ providerReference }) => providerReference],
  ["Reference in SMS", ({ operatorReference }) => operatorReference],
  ["Journal entry", ({ journal }) => journal],
];
