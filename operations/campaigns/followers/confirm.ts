import { sql } from "kysely";
import { sha256 } from "#domain/system/digest.server.ts";
import type { Reads } from "#database/sql.server.ts";
import type { FollowerKey } from "./key.ts";

/**
 * The delivered email proves the address. Null if the link was used before or has expired, the person unsubscribed after
 * it was sent, or staff removed the campaign.
 */
export async function confirmFollow(db: Reads, key: string): Promise<FollowerKey | null> {
  return db.transaction().execute(async (tx) => {
    const link = await tx
      .updateTable("donor_links")
      .set({ used_at: sql<Date>`now()` })
      .where("hash", "=", sha256(key))
      .where("kind", "=", "follow")
      .where("used_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .where("campaign_id", "in", tx.selectFrom("public_campaigns").select("id"))
      .returning(["email", "campaign_id", "language", "created_at"])
      .executeTakeFirst();
    if (link === undefined || link.campaign_id === null) return null;
    const { email, campaign_id, language, created_at } = link;
    const follower = await tx
      .insertInto("followers")
      .values({ email, campaign_id, language })
      .onConflict((clash) =>
        clash
          .columns(["campaign_id", "email"])
          .doUpdateSet({ language, agreed_at: sql<Date>`now()`, ended_at: null })
          .where((is) =>
            is.or([is("followers.ended_at", "is", null), is("followers.ended_at", "<", created_at)]),
          ),
      )
      .returning(["id", "email"])
      .executeTakeFirst();
    return follower ?? null;
  });
}
