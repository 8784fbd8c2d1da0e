import { z } from "zod";
import { dayOf as calendarDay } from "./calendar.ts";

/** The last entry of a backup. Its presence proves that the file is complete. */
export const backupManifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })).min(1),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** The files beside the database: pictures, documents, unrecorded answers and the key. */
  files: z.int(),
});
export type BackupManifest = z.output<typeof backupManifest>;

const pattern = /^amana-(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz\.age$/;

export function backupName(madeAt: Date): string {
  const time = madeAt.toISOString().replace(/\.\d+/, "").replaceAll(":", "");
  return `amana-${time}.tar.gz.age`;
}

/** Null for any other file, so that a foreign file in the folder is never deleted. */
export function timeOfBackup(name: string): Date | null {
  const [, year, month, day, hour, minute, second] = pattern.exec(name) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) || backupName(time) !== name ? null : time;
}

/** The latest backup of each of these last days, weeks and months with a backup stays. */
const kept = { days: 7, weeks: 4, months: 12 };

/** The backups to delete. A fund without new backups keeps its old ones: only newer backups replace them. */
export function expiredBackups(names: readonly string[]): string[] {
  const backups = names
    .flatMap((name) => {
      const madeAt = timeOfBackup(name);
      return madeAt === null ? [] : [{ name, madeAt }];
    })
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const stay = new Set([
    ...latestOfEach(backups, dayOf, kept.days),
    ...latestOfEach(backups, weekOf, kept.weeks),
    ...latestOfEach(backups, monthOf, kept.months),
  ]);
  return backups.map(({ name }) => name).filter((name) => !stay.has(name));
}

type Backup = { name: string; madeAt: Date };

function latestOfEach(backups: Backup[], periodOf: (time: Date) => string, periods: number): string[] {
  const latest = new Map<string, string>();
  for (const { name, madeAt } of backups) {
    const period = periodOf(madeAt);
    if (!latest.has(period)) latest.set(period, name);
  }
  return [...latest.values()].slice(0, periods);
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const monthOf = (time: Date) => time.toISOString().slice(0, 7);

function weekOf(time: Date): string {
  const daysSinceMonday = (time.getUTCDay() + 6) % 7;
  return dayOf(new Date(time.getTime() - daysSinceMonday * 86_400_000));
}

/** One backup for each night, from 2 o'clock on. An hour that was missed is made up for later. */
export function isBackupDue(last: Date | null, now: Date): boolean {
  return last === null || nightOf(last) < nightOf(now);
}

const nightOf = (time: Date) => calendarDay(new Date(time.getTime() - 2 * 3_600_000));
