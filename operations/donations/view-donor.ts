import { findDonationsOfSameDonor, type DonorOverview } from "#database/donations/donor-data.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

/** It can connect an anonymous donation with a name, so the audit log says who looked. Null without such a donation. */
export async function viewDonor(db: Reads, id: bigint, by: string): Promise<DonorOverview | null> {
  const overview = await findDonationsOfSameDonor(db, id);
  const seen = overview.donations.find((each) => each.id === id);
  if (seen === undefined) return null;
  const after = { donations: overview.donations.length };
  await recordAction(db, by, { action: "view-donor", subject: `donation:${seen.orderId}`, after });
  return overview;
}
