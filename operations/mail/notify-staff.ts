import type { Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { ProposalStatus } from "#domain/cases/proposal.ts";
import { emailAccounts } from "./email-accounts.ts";

/** Emails all staff, including the person who acted, so that misuse of an account is noticed. */
export async function notifyStaff(
  tx: Transaction<Tables>,
  { proposalId, became }: { proposalId: bigint; became: ProposalStatus },
): Promise<void> {
  await emailAccounts(tx, "staff", {
    template: "proposal",
    details: { proposalId: String(proposalId), became },
  });
}
