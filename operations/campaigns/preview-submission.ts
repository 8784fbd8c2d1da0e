import type { Submission } from "#domain/campaigns/submission.ts";
import type { Language } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { defaultDurationInDays } from "#domain/campaigns/categories.ts";
import { decimalsOf } from "#domain/campaigns/proposed-amount.ts";
import type { Reads } from "#database/sql.server.ts";
import { insertSubmittedCampaign } from "./insert-submitted.ts";

type Shown = { submission: Submission; ownerId: string; language: Language; now: Date };

/** Shows the site as if the submission had been approved. Everything is rolled back. */
export async function previewSubmission<Seen>(
  db: Reads,
  { submission, ownerId, language, now }: Shown,
  look: (asIfApproved: Reads, campaignId: string) => Promise<Seen>,
): Promise<Seen> {
  const tx = await db.startTransaction().execute();
  const today = dayOf(now);
  try {
    const campaignId = await insertSubmittedCampaign(tx, submission, {
      ...{ ownerId, language, goal: usualGoal(submission) },
      ...{ startDate: today, endDate: addDays(today, defaultDurationInDays) },
    });
    return await look(tx, campaignId);
  } finally {
    await tx.rollback().execute();
  }
}

/** The proposed goal, if it is in a currency of the fund. Otherwise its number in whole dollars, until staff convert it. */
function usualGoal({ goal, currency }: Submission): Money {
  if (currency === "TZS" || currency === "USD") return { amount: goal, currency };
  return { amount: decimalsOf(currency) === 0 ? goal * 100n : goal, currency: "USD" };
}
