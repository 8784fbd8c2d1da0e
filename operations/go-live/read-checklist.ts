import {
  checks as checkTitles,
  gapsIn,
  judge,
  type Check,
  type StartSettings,
} from "#domain/go-live/checks.ts";
import {
  parts,
  pointNames,
  points,
  stateOf,
  type Part,
  type PointName,
  type PointState,
} from "#domain/go-live/points.ts";
import { readConfirmations } from "#database/go-live/confirmations.ts";
import { readFacts } from "#database/go-live/facts.ts";
import type { Reads } from "#database/sql.server.ts";
import { fingerprintOfPoint, readContents, type Contents } from "./read-contents.ts";

/** The fingerprint is null if there is no content to confirm yet. */
export type ListedPoint = { name: PointName; state: PointState; fingerprint: string | null };
export type Checklist = {
  checks: Check[];
  points: ListedPoint[];
  /** Titles of the open points. */
  open: string[];
};

/** The list of what a fund needs before real donations. */
export async function readChecklist(db: Reads, settings: StartSettings, now: Date): Promise<Checklist> {
  const [facts, contents, confirmations] = await Promise.all([
    readFacts(db, now),
    readContents(db, parts),
    readConfirmations(db),
  ]);
  const checks = judge(settings, facts, gapsOf(contents));
  const listed = pointNames.map((name) => {
    const fingerprint = fingerprintOfPoint(name, contents);
    return { name, fingerprint, state: stateOf(confirmations.get(name) ?? null, fingerprint) };
  });
  return {
    checks,
    points: listed,
    open: [
      ...checks.flatMap(({ name, faults }) => (faults.length > 0 ? [checkTitles[name]] : [])),
      ...listed.flatMap(({ name, state }) => (state.kind === "confirmed" ? [] : [points[name].title])),
    ],
  };
}

function gapsOf(contents: Contents) {
  return pointNames.flatMap((name) => {
    const covered: readonly Part[] = points[name].parts;
    const gaps = covered.flatMap((part) => gapsIn(contents.get(part) ?? ""));
    return gaps.length > 0 ? [{ title: points[name].title, gaps }] : [];
  });
}
