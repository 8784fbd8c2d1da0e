import type { Transaction } from "kysely";
import { points, stateOf, type PointName } from "#domain/go-live/points.ts";
import { readConfirmations } from "#database/go-live/confirmations.ts";
import { readAccessHindrance } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import type { Tables } from "#database/tables.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { fingerprintOfPoint, readContents } from "./read-contents.ts";

export type PointConfirmation = {
  point: PointName;
  /** The fingerprint of the content that the person saw. */
  seen: string;
  checkedBy: string;
  by: string;
};

/** `changed`: the content is not what the person saw. */
export type Confirmed = AccessHindrance | "confirmed" | "unchanged" | "changed";

/** An admin says that the content was checked. */
export async function confirmPoint(
  db: Reads,
  { point, seen, checkedBy, by }: PointConfirmation,
): Promise<Confirmed> {
  const fingerprint = fingerprintOfPoint(point, await readContents(db, points[point].parts));
  if (fingerprint === null || fingerprint !== seen) return "changed";
  return underLock(db, point, async (tx) => {
    const hindrance = await readAccessHindrance(tx, by);
    if (hindrance !== null) return hindrance;
    const confirmation = (await readConfirmations(tx)).get(point) ?? null;
    if (stateOf(confirmation, fingerprint).kind === "confirmed") return "unchanged";
    await tx
      .insertInto("go_live_confirmations")
      .values({ point, kind: "confirmed", fingerprint, checked_by: checkedBy, decided_by: by })
      .execute();
    await recordAction(tx, by, {
      action: "point-confirmed",
      subject: `go-live:${point}`,
      after: { fingerprint },
    });
    return "confirmed";
  });
}

/** Takes back the newest confirmation. `seen` is the fingerprint that it names. */
export function undoConfirmation(
  db: Reads,
  { point, seen, by }: Omit<PointConfirmation, "checkedBy">,
): Promise<AccessHindrance | "undone" | "unchanged" | "changed"> {
  return underLock(db, point, async (tx) => {
    const hindrance = await readAccessHindrance(tx, by);
    if (hindrance !== null) return hindrance;
    const confirmation = (await readConfirmations(tx)).get(point);
    if (confirmation === undefined) return "unchanged";
    if (confirmation.fingerprint !== seen) return "changed";
    await tx.insertInto("go_live_confirmations").values({ point, kind: "undone", decided_by: by }).execute();
    await recordAction(tx, by, {
      action: "confirmation-undone",
      subject: `go-live:${point}`,
      before: { fingerprint: seen },
    });
    return "undone";
  });
}

const underLock = <Outcome>(
  db: Reads,
  point: PointName,
  work: (tx: Transaction<Tables>) => Promise<Outcome>,
): Promise<Outcome> =>
  db.transaction().execute(async (tx) => {
    await lockRecord(tx, `go-live:${point}`);
    return work(tx);
  });
