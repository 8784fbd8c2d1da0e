import { data, type RouterContextProvider } from "react-router";
import { findOwnedCampaign, type OwnedCampaign } from "#database/campaigns/owned.ts";
import { isCampaignId } from "#domain/campaigns/categories.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext } from "#app/http/context.server.ts";

/**
 * The campaign of the signed-in person. Every route under `/organizer/campaigns/:id` calls this first, in its loader
 * and in its action. Another person's campaign is answered like one that does not exist.
 */
export async function ownedCampaign(
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<OwnedCampaign> {
  const { id: ownerId } = signedInPerson(context);
  const campaign = isCampaignId(id)
    ? await findOwnedCampaign(context.get(databaseContext), ownerId, id)
    : null;
  if (!campaign) throw data(null, { status: 404 });
  return campaign;
}
