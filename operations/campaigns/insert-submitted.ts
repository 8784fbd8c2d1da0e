import type { Transaction } from "kysely";
import { defaultLocation, lowestPriority } from "#domain/campaigns/categories.ts";
import { scaleBudget } from "#domain/campaigns/scale-budget.ts";
import type { Submission } from "#domain/campaigns/submission.ts";
import { slugFor } from "#domain/content/campaign-record.ts";
import type { Language } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { Tables } from "#database/tables.ts";

type Tx = Transaction<Tables>;

type Made = {
  ownerId: string;
  language: Language;
  goal: Money;
  startDate: Day;
  endDate: Day;
};

/** Creates the campaign of a submission, with its plan and pictures. Returns its id. */
export async function insertSubmittedCampaign(
  tx: Tx,
  submission: Submission,
  { ownerId, language, goal, startDate, endDate }: Made,
): Promise<string> {
  const id = await freeId(tx, submission.title);
  const { title, description, organizer, pictures } = submission;
  // The English text is required. Staff translate it in the editor.
  const inKiswahili = language === "sw";
  await tx
    .insertInto("campaigns")
    .values({
      ...{ id, title, description, organizer },
      title_sw: inKiswahili ? title : null,
      description_sw: inKiswahili ? description : null,
      organizer_sw: inKiswahili ? organizer : null,
      category: submission.category,
      sub_type: submission.subType,
      priority: lowestPriority,
      goal_amount: goal.amount,
      currency: goal.currency,
      image: pictures[0]?.id ?? null,
      location: defaultLocation.en,
      location_sw: defaultLocation.sw,
      is_zakat_eligible: submission.isZakatEligible,
      status: "active",
      start_date: startDate,
      end_date: endDate,
      owner_id: ownerId,
    })
    .execute();
  await insertPlan(tx, id, submission, language);
  await insertBudget(tx, id, submission, goal);
  await insertPictures(tx, id, submission, language);
  return id;
}

async function freeId(tx: Tx, title: string): Promise<string> {
  const slug = slugFor(title) || "campaign";
  const rows = await tx
    .selectFrom("campaigns")
    .select("id")
    .where((is) => is.or([is("id", "=", slug), is("id", "like", `${slug}-%`)]))
    .execute();
  const taken = new Set(rows.map(({ id }) => id));
  if (!taken.has(slug)) return slug;
  for (let at = 2; ; at++) if (!taken.has(`${slug}-${at}`)) return `${slug}-${at}`;
}

async function insertPlan(tx: Tx, id: string, submission: Submission, language: Language): Promise<void> {
  const { beneficiaries, relation, surplus } = submission;
  await tx
    .insertInto("campaign_plans")
    .values({
      ...{ campaign_id: id, language, beneficiaries, relation },
      surplus: surplus.to,
      surplus_campaign_id: surplus.to === "campaign" ? surplus.campaignId : null,
    })
    .execute();
}

async function insertBudget(tx: Tx, id: string, { budget }: Submission, goal: Money): Promise<void> {
  const lines = scaleBudget(budget, goal.amount);
  await tx
    .insertInto("campaign_budget_lines")
    .values(lines.map((line, at) => ({ campaign_id: id, line: at + 1, ...line })))
    .execute();
}

async function insertPictures(
  tx: Tx,
  id: string,
  { pictures }: Submission,
  language: Language,
): Promise<void> {
  for (const [at, picture] of pictures.entries()) {
    await tx
      .updateTable("pictures")
      .set({ alt: picture.alt, ...(language === "sw" && { alt_sw: picture.alt }) })
      .where("id", "=", picture.id)
      .execute();
    await tx
      .insertInto("campaign_pictures")
      .values({ campaign_id: id, place: at + 1, picture_id: picture.id })
      .execute();
  }
}
