import type { Role } from "#domain/accounts/roles.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

/**
 * Withdraws the open invitations that a person made, except those for roles that this person may still give. The person's
 * row must be locked: `acceptInvitation` locks it too, before it uses a link.
 */
export async function withdrawOwnInvitations(
  tx: Reads,
  { of, mayGive, doneBy }: { of: string; mayGive: readonly Role[]; doneBy: string | null },
): Promise<void> {
  const withdrawn = await tx
    .deleteFrom("account_links")
    .where("kind", "=", "invitation")
    .where("made_by", "=", of)
    .where("used_at", "is", null)
    .$if(mayGive.length > 0, (links) => links.where("role", "not in", mayGive))
    .returning("email")
    .execute();
  for (const { email } of withdrawn)
    await recordAction(tx, doneBy, { action: "invitation-withdrawn", subject: `invitation:${email}` });
}
