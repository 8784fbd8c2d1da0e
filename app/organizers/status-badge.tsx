import type { CampaignStatus } from "#domain/campaigns/categories.ts";
import type { OwnedCampaign } from "#database/campaigns/owned.ts";
import { useText } from "#app/messages/translator.tsx";

export type BadgeTone = "good" | "waiting" | "bad" | "plain";

const tones = {
  pending: "plain",
  active: "good",
  paused: "waiting",
  completed: "plain",
  rejected: "bad",
} satisfies Record<CampaignStatus, BadgeTone>;

/** The status that visitors see, so that an organizer does not share a campaign that takes no donations. */
export function StatusBadge({ campaign: { status, hasEnded } }: { campaign: OwnedCampaign }) {
  const t = useText();
  return (
    <span className="badge" data-tone={hasEnded ? "plain" : tones[status]}>
      {t(`organizer.statuses.${hasEnded ? "ended" : status}`)}
    </span>
  );
}
