import type { Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";

const messages = 5;
/** As many texts as `writeEverywhere` takes for one campaign. */
export const textsOfCampaign = 26 + 2 * messages;

type People = { ownerId: string; staffId: string };

/** Writes the texts past the forms into every field that a campaign's page shows. Returns the id of the campaign. */
export async function writeEverywhere(
  db: Kysely<Tables>,
  texts: readonly string[],
  { ownerId, staffId }: People,
): Promise<string> {
  const left = [...texts];
  const take = (most = 900) => (left.shift() ?? "").slice(0, most);
  const id = await campaign(db, {
    ...{ title: take(100), title_sw: take(100), description: take(), description_sw: take() },
    ...{ story: take(), story_sw: take(), organizer: take(120), organizer_sw: take(120) },
    ...{ owner_id: ownerId, goal_amount: 1_000_000n },
  });
  const plan = { campaign_id: id, language: "en", surplus: "donors" } as const;
  await db
    .insertInto("campaign_plans")
    .values({ ...plan, beneficiaries: take(), relation: take() })
    .execute();
  const lines = Array.from({ length: 7 }, (_, at) => ({
    ...{ campaign_id: id, line: at + 1, what: take(120), amount: 1_000n },
  }));
  await db.insertInto("campaign_budget_lines").values(lines).execute();
  const updates = Array.from({ length: 2 }, () => ({
    ...{ campaign_id: id, title: take(100), title_sw: take(100), content: take(), content_sw: take() },
  }));
  await db.insertInto("campaign_updates").values(updates).execute();
  await changeUse(db, { id, use: take().padEnd(20, "."), ownerId, staffId });
  for (let at = 0; at < messages; at++) await support(db, { id, name: take(100), message: take(), staffId });
  return id;
}

type Use = People & { id: string; use: string };

async function changeUse(db: Kysely<Tables>, { id, use, ownerId, staffId }: Use): Promise<void> {
  const { end_date } = await db
    .selectFrom("campaigns")
    .select("end_date")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const request = { campaign_id: id, requested_by: ownerId, language: "en", goal_was: 1_000_000n } as const;
  const made = await db
    .insertInto("change_requests")
    .values({ ...request, end_date_was: end_date, use_of_money: use, reason: use.slice(0, 900) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("change_requests")
    .set({ status: "approved", decided_by: staffId, decided_at: new Date() })
    .where("id", "=", made.id)
    .execute();
}

type Support = { id: string; name: string; message: string; staffId: string };

async function support(db: Kysely<Tables>, { id, name, message, staffId }: Support): Promise<void> {
  const donation = { donor_name: name, donor_email: "asha@donors.example", is_shown: true, message };
  const begun = await pendingDonation(db, { to: id, donation });
  await complete(db, begun);
  await db
    .insertInto("support_messages")
    .values({
      donation_id: begun.donationId,
      status: "approved",
      decided_by: staffId,
      decided_at: new Date(),
    })
    .onConflict((conflict) =>
      conflict
        .column("donation_id")
        .doUpdateSet({ status: "approved", decided_by: staffId, decided_at: new Date() }),
    )
    .execute();
}
