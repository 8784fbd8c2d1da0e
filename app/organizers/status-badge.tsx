import type { OwnedCampaign } from "#database/campaigns/owned.ts";
import { useText } from "#app/messages/translator.tsx";

/** The status that visitors see, so that an organizer does not share a campaign that takes no donations. */
export function StatusBadge({ campaign: { status, hasEnded } }: { campaign: OwnedCampaign }) {
  const t = useText();
  return <span className="badge">{t(`organizer.statuses.${hasEnded ? "ended" : status}`)}</span>;
}
