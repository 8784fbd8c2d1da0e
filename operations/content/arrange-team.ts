import {
  listMembers,
  placeMembers,
  setMemberActive,
  type ListedMember,
} from "#database/content/edited-team.ts";
import { lockRecord } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
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
