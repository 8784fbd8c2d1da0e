import type { Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { ProposalStatus } from "#domain/cases/proposal.ts";

/** Emails all staff, including the person who acted, so that misuse of an account is noticed. */
export async function notifyStaff(
  tx: Transaction<Tables>,
  { proposalId, became }: { proposalId: bigint; became: ProposalStatus },
): Promise<void> {
  const details = JSON.stringify({ proposalId: String(proposalId), became });
  await tx
    .insertInto("outbox")
    .columns(["template", "recipient", "language", "details"])
    .expression((is) =>
      is
        .selectFrom("users")
        .select(({ val, cast }) => [
          val("proposal").as("template"),
          "email",
          val("en" as const).as("language"),
          cast<Record<string, unknown>>(val(details), "jsonb").as("details"),
        ])
        .where("role", "in", ["staff", "admin"])
        .where("banned", "=", false),
    )
    .execute();
}
