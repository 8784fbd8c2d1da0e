import { sql } from "kysely";
import { readAmount } from "#domain/money/read-amount.ts";
import { campaignRecord } from "#domain/content/campaign-record.ts";
import { decimalText } from "#domain/money/money.ts";
import { pictureColumn, translated } from "#database/columns.ts";
import { editable, Refused } from "./editable.ts";
import { writePicture } from "./write-picture.ts";

/** Its address is its id and never changes. */
export const editedCampaign = (id: string) =>
  editable({
    subject: `campaign:${id}`,
    schema: campaignRecord,
    async read(db) {
      const row = await db
        .selectFrom("campaigns")
        .selectAll()
        .select(pictureColumn(sql.ref("image")).as("picture"))
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row) return null;
      return {
        title: translated(row.title, row.title_sw),
        description: translated(row.description, row.description_sw),
        story: translated(row.story ?? "", row.story_sw),
        picture: row.picture,
        category: row.category,
        subType: row.sub_type,
        isZakatEligible: row.is_zakat_eligible,
        goal: decimalText({ amount: row.goal_amount, currency: row.currency }),
        currency: row.currency,
        organizer: translated(row.organizer, row.organizer_sw),
        location: translated(row.location, row.location_sw),
        status: row.status,
        startDate: row.start_date,
        endDate: row.end_date,
        eventDay: row.event_day,
        priority: row.priority,
      };
    },
    async write(tx, campaign) {
      const standing = await tx
        .selectFrom("campaigns")
        .select(["currency", "is_zakat_eligible"])
        .select(({ exists, or, selectFrom }) =>
          or([
            exists(selectFrom("donations").select("id").where("campaign_id", "=", id)),
            exists(
              selectFrom("offline_donations")
                .select("id")
                .where("campaign_id", "=", id)
                .where("status", "=", "entered"),
            ),
          ]).as("has_gifts"),
        )
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (standing?.has_gifts) {
        if (standing.currency !== campaign.currency)
          throw new Refused("currency", `People have given in ${standing.currency}: it stays.`);
        if (standing.is_zakat_eligible !== campaign.isZakatEligible)
          throw new Refused("isZakatEligible", "People have given to it as it was: this stays.");
      }
      const values = {
        title: campaign.title.en,
        title_sw: campaign.title.sw,
        description: campaign.description.en,
        description_sw: campaign.description.sw,
        story: campaign.story.en || null,
        story_sw: campaign.story.sw,
        image: await writePicture(tx, campaign.picture),
        category: campaign.category,
        sub_type: campaign.subType,
        is_zakat_eligible: campaign.isZakatEligible,
        goal_amount: readAmount(campaign.goal, campaign.currency)?.amount ?? 0n,
        currency: campaign.currency,
        organizer: campaign.organizer.en,
        organizer_sw: campaign.organizer.sw,
        location: campaign.location.en,
        location_sw: campaign.location.sw,
        status: campaign.status,
        start_date: campaign.startDate,
        end_date: campaign.endDate,
        event_day: campaign.eventDay,
        priority: campaign.priority,
        updated_at: new Date(),
      };
      await tx
        .insertInto("campaigns")
        .values({ id, ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
    },
  });
