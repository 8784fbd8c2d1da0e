import { sql } from "kysely";
import { isPoint, type Confirmation, type PointName } from "#domain/go-live/points.ts";
import type { Reads } from "#database/sql.server.ts";

/** The confirmations that no admin has undone. Their content can have changed since then. */
export async function readConfirmations(db: Reads): Promise<Map<PointName, Confirmation>> {
  const { rows } = await sql<{
    point: string;
    kind: "confirmed" | "undone";
    fingerprint: string | null;
    checked_by: string | null;
    decider: string;
    decided_at: Date;
  }>`
    select distinct on (c.point) c.point, c.kind, c.fingerprint, c.checked_by, c.decided_at,
      u.name as decider
    from go_live_confirmations c join users u on u.id = c.decided_by
    order by c.point, c.id desc
  `.execute(db);
  return new Map(
    rows.flatMap(({ point, fingerprint, checked_by, decider, decided_at }) =>
      isPoint(point) && fingerprint !== null && checked_by !== null
        ? [[point, { fingerprint, checkedBy: checked_by, by: decider, at: decided_at }]]
        : [],
    ),
  );
}
