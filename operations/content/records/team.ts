import { sql } from "kysely";
import { memberRecord } from "#domain/content/team-record.ts";
import { pictureColumn, translated } from "#database/columns.ts";
import { editable } from "./editable.ts";
import { writePicture } from "./write-picture.ts";

export const editedMember = (id: number) =>
  editable({
    subject: `team:${id}`,
    schema: memberRecord,
    async read(db) {
      const row = await db
        .selectFrom("team_members")
        .selectAll()
        .select(pictureColumn(sql.ref("photo_url")).as("picture"))
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row) return null;
      return {
        name: row.name,
        role: translated(row.role, row.role_sw),
        bio: translated(row.bio ?? "", row.bio_sw),
        picture: row.picture,
      };
    },
    async write(tx, { name, role, bio, picture }) {
      const values = {
        name,
        role: role.en,
        role_sw: role.sw,
        bio: bio.en || null,
        bio_sw: bio.sw,
        photo_url: await writePicture(tx, picture),
        updated_at: new Date(),
      };
      await tx
        .insertInto("team_members")
        .values({ id, ...values, order_index: lastPlace })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
    },
  });

/** One above the highest there is, those who left included. */
const lastPlace = sql<number>`(select coalesce(max(order_index), 0) + 1 from team_members)`;
