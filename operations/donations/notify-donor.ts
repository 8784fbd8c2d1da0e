import type { Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { DonorEmail } from "#domain/mail/messages.ts";
import type { LockedPayment } from "#operations/payments/lock.ts";
import type { Approved } from "#operations/payments/post-journals.ts";

/** An email to the donor about the approved proposal, if the donor left an address. */
export async function notifyDonor(
  tx: Transaction<Tables>,
  { donation }: LockedPayment,
  template: DonorEmail,
  { proposalId, by }: Approved,
): Promise<void> {
  if (donation.email === null) return;
  await tx
    .insertInto("outbox")
    .values({
      ...{ template, donation_id: donation.id, recipient: donation.email, language: donation.language },
      details: JSON.stringify({ proposalId: String(proposalId) }),
      // An email with a name here can be sent more than once for a donation.
      asked_by: by,
    })
    .execute();
}
