import fc from "fast-check";
import { expect, test } from "vitest";
import { backupName, expiredBackups, foreignBackups, isBackupDue, readBackupName } from "./backup.ts";

const day = 86_400_000;
const mark = "0a1b2c3d";
const later = new Date("2100-01-01T00:00:00Z");
const nameAt = (time: number | string, label: { mark?: string; isBeforeUpgrade?: boolean } = {}) =>
  backupName({ madeAt: new Date(time), mark, isBeforeUpgrade: false, ...label });
const nightsUntil = (last: string, nights: number) =>
  Array.from({ length: nights }, (_, night) => nameAt(Date.parse(last) - night * day));

test("a backup's name holds its time, its site and its reason", () => {
  const name = nameAt("2026-11-23T02:00:05.123Z");
  expect(name).toBe("amana-2026-11-23T020005Z-0a1b2c3d.tar.gz.age");
  const upgrade = nameAt("2026-11-23T02:00:05Z", { isBeforeUpgrade: true });
  expect(upgrade).toBe("amana-2026-11-23T020005Z-0a1b2c3d-upgrade.tar.gz.age");
  const madeAt = new Date("2026-11-23T02:00:05Z");
  expect(readBackupName(name)).toEqual({ madeAt, mark, isBeforeUpgrade: false });
  expect(readBackupName(upgrade)).toEqual({ madeAt, mark, isBeforeUpgrade: true });
});

test.each([
  "notes.txt",
  "amana-2026-11-23T020005Z-0a1b2c3d.tar.gz.age.unproven",
  "old-amana-2026-11-23T020005Z-0a1b2c3d.tar.gz.age",
  "amana-2026-02-30T020005Z-0a1b2c3d.tar.gz.age",
  "amana-2026-13-01T020005Z-0a1b2c3d.tar.gz.age",
  // Of an earlier version: it can belong to any site.
  "amana-2025-11-23T020005Z.tar.gz.age",
])("%s is no backup of this site and is never deleted", (name) => {
  expect(readBackupName(name)).toBeNull();
  expect(expiredBackups([name, ...nightsUntil("2026-11-23T02:00:00Z", 40)], mark, later)).not.toContain(name);
});

test("backups of another site or without a mark are named and never deleted", () => {
  const foreign = ["2026-11-23T02:00:00Z", "2026-11-23T03:00:00Z"].map((time) =>
    nameAt(time, { mark: "ffffffff" }),
  );
  const unmarked = "amana-2026-11-23T010000Z.tar.gz.age";
  const own = ["2026-11-23T04:00:00Z", "2026-11-23T05:00:00Z"].map((time) => nameAt(time));
  const names = [...foreign, unmarked, ...own, "notes.txt"];
  expect(expiredBackups(names, mark, later)).toEqual([own[0]]);
  expect(foreignBackups(names, mark)).toEqual([...foreign, unmarked]);
});

test("backups before upgrades stay on the last five days with one", () => {
  const before = (time: number) => nameAt(time, { isBeforeUpgrade: true });
  const start = Date.parse("2026-01-07T09:00:00Z");
  const upgrades = Array.from({ length: 6 }, (_, week) => before(start + week * 7 * day));
  const repeated = before(start + 5 * 7 * day + 3_600_000);
  const nights = nightsUntil("2026-11-25T22:00:00Z", 400);
  const expired = expiredBackups([...nights, ...upgrades, repeated], mark, later);
  expect([...upgrades, repeated].filter((name) => expired.includes(name))).toEqual([upgrades[0]]);
});

test("after two years 7 days, 4 weeks and 12 months stay", () => {
  const names = nightsUntil("2026-11-25T02:00:00Z", 730);
  const expired = new Set(expiredBackups(names, mark, later));
  const stayed = names.filter((name) => !expired.has(name)).map((name) => name.slice(6, 16));
  expect(stayed).toEqual([
    ...["2026-11-25", "2026-11-24", "2026-11-23", "2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19"],
    // The Sundays of the two weeks before. The week of the 22nd and this week are above.
    ...["2026-11-15", "2026-11-08"],
    ...["2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30", "2026-05-31", "2026-04-30"],
    ...["2026-03-31", "2026-02-28", "2026-01-31", "2025-12-31"],
  ]);
});

test("names from the future neither replace a backup nor are deleted", () => {
  const now = new Date("2026-11-25T02:00:00Z");
  const ahead = Array.from({ length: 12 }, (_, month) => nameAt(Date.UTC(2031, month, 3)));
  const names = [...nightsUntil("2026-11-25T02:00:00Z", 2), ...ahead];
  expect(expiredBackups(names, mark, now)).toEqual([]);
});

test("several backups of one day leave the latest", () => {
  const names = ["2026-11-23T02:00:00Z", "2026-11-23T14:00:00Z", "2026-11-23T09:00:00Z"].map((time) =>
    nameAt(time),
  );
  expect(expiredBackups(names, mark, later)).toEqual([names[2], names[0]]);
});

test("old backups stay until newer ones replace them", () => {
  expect(expiredBackups(nightsUntil("2020-01-05T02:00:00Z", 5), mark, later)).toEqual([]);
});

test("deleting every night leaves the same backups as deleting once", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 500 * 24 }), { minLength: 1, maxLength: 120 }),
      (hours) => {
        const names = hours.toSorted((a, b) => a - b).map((hour) => nameAt(Date.UTC(2026, 0, 1, hour)));
        const once = new Set(expiredBackups(names, mark, later));
        let nightly: string[] = [];
        for (const name of names) {
          nightly.push(name);
          const expired = new Set(expiredBackups(nightly, mark, later));
          nightly = nightly.filter((each) => !expired.has(each));
          expect(nightly).toContain(name);
        }
        expect(nightly).toEqual(names.filter((name) => !once.has(name)));
      },
    ),
  );
});

test.each([
  [null, "2026-11-23T12:00:00+03:00", true],
  ["2026-11-23T02:00:10+03:00", "2026-11-23T23:59:00+03:00", false],
  ["2026-11-23T02:00:10+03:00", "2026-11-24T01:59:00+03:00", false],
  ["2026-11-23T02:00:10+03:00", "2026-11-24T02:00:00+03:00", true],
  ["2026-11-23T01:00:00+03:00", "2026-11-23T02:00:00+03:00", true],
  ["2026-11-23T15:00:00+03:00", "2026-11-24T02:30:00+03:00", true],
])("with the last backup at %s, one is due at %s: %s", (last, now, expected) => {
  expect(isBackupDue(last === null ? null : new Date(last), new Date(now))).toBe(expected);
});
