import fc from "fast-check";
import { expect, test } from "vitest";
import { backupName, expiredBackups, isBackupDue, timeOfBackup } from "./backup.ts";

const day = 86_400_000;
const nightsUntil = (last: string, nights: number) =>
  Array.from({ length: nights }, (_, night) => backupName(new Date(Date.parse(last) - night * day)));

test("a backup's name holds its time", () => {
  const name = backupName(new Date("2026-11-23T02:00:05.123Z"));
  expect(name).toBe("amana-2026-11-23T020005Z.tar.gz.age");
  expect(timeOfBackup(name)).toEqual(new Date("2026-11-23T02:00:05Z"));
});

test.each([
  "notes.txt",
  "amana-2026-11-23T020005Z.tar.gz.age.unproven",
  "old-amana-2026-11-23T020005Z.tar.gz.age",
  "amana-2026-02-30T020005Z.tar.gz.age",
  "amana-2026-13-01T020005Z.tar.gz.age",
])("%s is no backup and is never deleted", (name) => {
  expect(timeOfBackup(name)).toBeNull();
  expect(expiredBackups([name, ...nightsUntil("2026-11-23T02:00:00Z", 40)])).not.toContain(name);
});

test("after two years 7 days, 4 weeks and 12 months stay", () => {
  const names = nightsUntil("2026-11-25T02:00:00Z", 730);
  const expired = new Set(expiredBackups(names));
  const stayed = names.filter((name) => !expired.has(name)).map((name) => name.slice(6, 16));
  expect(stayed).toEqual([
    ...["2026-11-25", "2026-11-24", "2026-11-23", "2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19"],
    // The Sundays of the two weeks before. The week of the 22nd and this week are above.
    ...["2026-11-15", "2026-11-08"],
    ...["2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30", "2026-05-31", "2026-04-30"],
    ...["2026-03-31", "2026-02-28", "2026-01-31", "2025-12-31"],
  ]);
});

test("several backups of one day leave the latest", () => {
  const names = ["2026-11-23T02:00:00Z", "2026-11-23T14:00:00Z", "2026-11-23T09:00:00Z"].map((time) =>
    backupName(new Date(time)),
  );
  expect(expiredBackups(names)).toEqual([names[2], names[0]]);
});

test("old backups stay until newer ones replace them", () => {
  expect(expiredBackups(nightsUntil("2020-01-05T02:00:00Z", 5))).toEqual([]);
});

test("deleting every night leaves the same backups as deleting once", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 500 * 24 }), { minLength: 1, maxLength: 120 }),
      (hours) => {
        const names = hours
          .toSorted((a, b) => a - b)
          .map((hour) => backupName(new Date(Date.UTC(2026, 0, 1, hour))));
        const once = new Set(expiredBackups(names));
        let nightly: string[] = [];
        for (const name of names) {
          nightly.push(name);
          const expired = new Set(expiredBackups(nightly));
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
