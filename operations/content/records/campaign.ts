import { readAmount } from "#domain/money/read-amount.ts";
import { campaignRecord } from "#domain/content/campaign-record.ts";
import { decimalText } from "#domain/money/money.ts";
import { campaignColumns } from "#database/campaigns/public.ts";
import { editable, Refused } from "./editable.ts";

/** Its address is its id and never changes. */
export const editedCampaign = (id: string) =>
  editable({
    subject: `campaign:${id}`,
    schema: campaignRecord,
    async read(db) {
      const row = await db
        .selectFrom("campaigns")
        .selectAll()
        .select(campaignColumns.pictures)
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row) return null;
      const goal = decimalText({ amount: row.goal_amount, currency: row.currency });
      return { ...campaignColumns.fromRow(row), goal };
    },
    async write(tx, campaign) {
      const current = await tx
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
            exists(selectFrom("journal").select("id").where("opening_of", "=", id)),
          ]).as("has_money"),
        )
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (current?.has_money) {
        if (current.currency !== campaign.currency)
          throw new Refused("currency", `People have given in ${current.currency}: it stays.`);
        if (current.is_zakat_eligible !== campaign.isZakatEligible)
          throw new Refused("isZakatEligible", "People have given to it as it was: this stays.");
      }
      const values = {
        ...campaignColumns.toRow(campaign),
        goal_amount: readAmount(campaign.goal, campaign.currency)?.amount ?? 0n,
        updated_at: new Date(),
      };
      await tx
        .insertInto("campaigns")
        .values({ id, ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
    },
  });
