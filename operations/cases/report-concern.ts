import type { Concern } from "#domain/cases/concern.ts";
import type { CaseKind } from "#domain/cases/kinds.ts";
import type { Reads } from "#database/sql.server.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";

const hour = 60 * 60;
const perPlace = [{ most: 5, within: hour }];
/** Staff read every concern, so strangers cannot add thousands. */
const perSite = [{ most: 100, within: 24 * hour }];

type Reported = { campaignId: string; text: string; email: string | null };

/** Each concern has its own case, because two people can mean different things. */
export async function reportConcern(
  db: Reads,
  { campaignId, text, email }: Reported,
  { place }: { place: string },
): Promise<{ kind: "opened"; number: bigint } | { kind: "limited"; retryAfter: number }> {
  const attempt = await countAttempt(db, [
    { subject: `concern from ${place}`, limits: perPlace },
    { subject: "concerns", limits: perSite },
  ]);
  if (attempt.kind === "limited") return attempt;
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
