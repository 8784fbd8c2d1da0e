import { sql, type Transaction } from "kysely";
import { listMembers, type ListedMember } from "#database/content/team.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type TeamChange =
  | { kind: "remove" | "restore"; id: number }
  | { kind: "up" | "down"; id: number }
  /** All active members in their new order. */
  | { kind: "order"; ids: number[] };

/** Changes who is on the team and in which order. False where there was nothing to change, or it no longer fits. */
export function arrangeTeam(db: Reads, change: TeamChange, by: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockRecord(tx, "team");
    const before = await listMembers(tx);
    const active = before.filter((member) => member.isActive).map(({ id }) => id);
    if (change.kind === "remove" || change.kind === "restore") {
      if (!(await setMemberActive(tx, change.id, change.kind === "restore"))) return false;
    } else {
      const ids =
        change.kind === "order" ? change.ids : moved(active, change.id, change.kind === "up" ? -1 : 1);
      const isSameTeam = ids.length === active.length && new Set([...ids, ...active]).size === active.length;
      if (!isSameTeam || ids.every((id, place) => id === active[place])) return false;
      await placeMembers(tx, ids);
    }
    await recordAction(tx, by, {
      action: actions[change.kind],
      subject: `record:team${"id" in change ? `:${change.id}` : ""}`,
      before: asLogged(before),
      after: asLogged(await listMembers(tx)),
    });
    return true;
  });
}

const asLogged = (members: ListedMember[]) =>
  members.map(({ id, name, place, isActive }) => ({ id, name, place, isActive }));

const actions = {
  remove: "member-deleted",
  restore: "member-restored",
  up: "team-ordered",
  down: "team-ordered",
  order: "team-ordered",
} as const satisfies Record<TeamChange["kind"], string>;

function moved(ids: number[], id: number, by: -1 | 1): number[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

async function setMemberActive(tx: Transaction<Tables>, id: number, isActive: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("team_members")
    .set({ is_active: isActive, updated_at: new Date() })
    .where("id", "=", id)
    .where("is_active", "=", !isActive)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives the active members the places of this order. */
async function placeMembers(tx: Transaction<Tables>, ids: number[]): Promise<void> {
  await sql`
    update team_members m set order_index = wanted.place
    from unnest(${ids}::int[]) with ordinality as wanted (id, place)
    where m.id = wanted.id and m.order_index <> wanted.place
  `.execute(tx);
}
