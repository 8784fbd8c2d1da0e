import type { DescribedPicture } from "#domain/content/home.ts";
import { pictureColumn } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";

export type ListedMember = {
  id: number;
  name: string;
  role: string;
  picture: DescribedPicture | null;
  isActive: boolean;
  place: number;
};

export async function listMembers(db: Reads): Promise<ListedMember[]> {
  const rows = await db
    .selectFrom("team_members")
    .select(["id", "name", "role", "is_active", "order_index"])
    .select(({ ref }) => pictureColumn(ref("photo_url")).as("picture"))
    .orderBy("is_active", "desc")
    .orderBy("order_index")
    .orderBy("id")
    .execute();
  return rows.map(({ id, name, role, picture, is_active, order_index }) => ({
    ...{ id, name, role, picture },
    isActive: is_active,
    place: order_index,
  }));
}
