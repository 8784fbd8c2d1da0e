import type { Concern } from "#domain/cases/concern.ts";
import type { CaseKind } from "#domain/cases/kinds.ts";
import type { Reads } from "#database/sql.server.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";

const hour = 60 * 60;
const perPlace = [{ most: 5, within: hour }];
/** Staff read every concern, so strangers cannot add thousands. One campaign cannot use up the reports of all others. */
const perCampaign = [{ most: 30, within: 24 * hour }];
const perSite = [{ most: 200, within: 24 * hour }];

export type Concerned =
  | { kind: "opened"; number: bigint }
  /** Too many from this network. */
  | { kind: "limited"; retryAfter: number }
  /** Too many from others today. */
  | { kind: "full"; retryAfter: number };

type Reported = { campaignId: string; text: string; email: string | null };

/** Each concern has its own case, because two people can mean different things. */
export async function reportConcern(
  db: Reads,
  { campaignId, text, email }: Reported,
  { place }: { place: string },
): Promise<Concerned> {
  const ofPlace = `concern from ${place}`;
  const attempt = await countAttempt(db, [
    { subject: ofPlace, limits: perPlace },
    { subject: `concerns about ${campaignId}`, limits: perCampaign },
    { subject: "concerns", limits: perSite },
  ]);
  if (attempt.kind === "limited")
    return { kind: attempt.subject === ofPlace ? "limited" : "full", retryAfter: attempt.retryAfter };
  const details: Concern = {
    ...{ campaign: campaignId, concern: text },
    ...(email !== null && { "reply to": email }),
  };
  const { id } = await db
    .insertInto("cases")
    .values({ kind: "concern" satisfies CaseKind, details: JSON.stringify(details) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { kind: "opened", number: id };
}
