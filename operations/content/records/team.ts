import { sql } from "kysely";
import { memberRecord } from "#domain/content/team-record.ts";
import { memberColumns } from "#database/content/home.ts";
import { editable } from "./editable.ts";

export const editedMember = (id: number) =>
  editable({
    subject: `team:${id}`,
    schema: memberRecord,
    async read(db) {
      const row = await db
        .selectFrom("team_members")
        .selectAll()
        .select(memberColumns.pictures)
        .where("id", "=", id)
        .executeTakeFirst();
      return row ? memberColumns.fromRow(row) : null;
    },
    async write(tx, record) {
      const values = { ...memberColumns.toRow(record), updated_at: new Date() };
      await tx
        .insertInto("team_members")
        .values({ id, ...values, order_index: lastPlace })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
    },
  });

/** One above the highest there is, those who left included. */
const lastPlace = sql<number>`(select coalesce(max(order_index), 0) + 1 from team_members)`;
