import type { Reads } from "#database/sql.server.ts";

export type ListedMember = { id: number; name: string; role: string; isActive: boolean; place: number };

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
