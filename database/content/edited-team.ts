import { sql, type Transaction } from "kysely";
import { memberRecord } from "#domain/content/team-record.ts";
import { pictureColumn, translated } from "#database/columns.ts";
import { editable } from "./editable.ts";
import { writePicture } from "./pictures.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";

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

/** The number of a member that is yet to be written. */
export async function nextMemberId(db: Reads): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('team_members', 'id')) as id
  `.execute(db);
  return Number(rows[0]?.id);
}

export type ListedMember = { id: number; name: string; role: string; isActive: boolean; place: number };

/** In their order on the site; those who left come last. */
export async function listMembers(db: Reads): Promise<ListedMember[]> {
  const rows = await db
    .selectFrom("team_members")
    .select(["id", "name", "role", "is_active", "order_index"])
    .orderBy("is_active", "desc")
    .orderBy("order_index")
    .orderBy("id")
    .execute();
  return rows.map(({ id, name, role, is_active, order_index }) => ({
    ...{ id, name, role },
    isActive: is_active,
    place: order_index,
  }));
}

export async function setMemberActive(
  tx: Transaction<Tables>,
  id: number,
  isActive: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("team_members")
    .set({ is_active: isActive, updated_at: new Date() })
    .where("id", "=", id)
    .where("is_active", "=", !isActive)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives the active members the places of this order. */
export async function placeMembers(tx: Transaction<Tables>, ids: number[]): Promise<void> {
  await sql`
    update team_members m set order_index = wanted.place
    from unnest(${ids}::int[]) with ordinality as wanted (id, place)
    where m.id = wanted.id and m.order_index <> wanted.place
  `.execute(tx);
}
