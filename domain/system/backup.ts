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

/** `mark` names the installation and the key of its backups, so that no other site in the same place deletes them. */
export type BackupLabel = { madeAt: Date; mark: string; isBeforeUpgrade: boolean };

const pattern = /^amana-(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f]{8})(-upgrade)?\.tar\.gz\.age$/;

/** The time comes first, so that the last of the sorted names is the newest. */
export function backupName({ madeAt, mark, isBeforeUpgrade }: BackupLabel): string {
  const time = madeAt.toISOString().replace(/\.\d+/, "").replaceAll(":", "");
  return `amana-${time}-${mark}${isBeforeUpgrade ? "-upgrade" : ""}.tar.gz.age`;
}

/** Null for any other file, so that it is never deleted. Names of earlier versions had no mark. */
export function readBackupName(name: string): BackupLabel | null {
  const [, year, month, day, hour, minute, second, mark = "", upgrade] = pattern.exec(name) ?? [];
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(madeAt.getTime())) return null;
  const label = { madeAt, mark, isBeforeUpgrade: upgrade !== undefined };
  return backupName(label) === name ? label : null;
}

const withoutMark = /^amana-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz\.age$/;

/** Backups without this mark. They can be the only ones of another site. */
export function foreignBackups(names: readonly string[], mark: string): string[] {
  return names.filter((name) => {
    const label = readBackupName(name);
    return label === null ? withoutMark.test(name) : label.mark !== mark;
  });
}

/** The latest backup of each of these last days, weeks and months with a backup stays. */
const kept = { days: 7, weeks: 4, months: 12 };

/** All backups before an upgrade stay that were made on the last of these days with one: an upgrade can be repeated. */
const keptUpgradeDays = 5;

/**
 * The own backups to delete. A fund without new backups keeps its old ones: only newer backups replace them. A time
 * after `now` is of a wrong clock, and replaces none.
 */
export function expiredBackups(names: readonly string[], mark: string, now: Date): string[] {
  const backups = names
    .flatMap((name) => {
      const label = readBackupName(name);
      return label?.mark === mark && label.madeAt <= now ? [{ name, ...label }] : [];
    })
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const stay = new Set([
    ...latestOfEach(backups, dayOf, kept.days),
    ...latestOfEach(backups, weekOf, kept.weeks),
    ...latestOfEach(backups, monthOf, kept.months),
    ...beforeUpgrades(backups),
  ]);
  return backups.map(({ name }) => name).filter((name) => !stay.has(name));
}

type Backup = BackupLabel & { name: string };

function beforeUpgrades(backups: Backup[]): string[] {
  const made = backups.filter(({ isBeforeUpgrade }) => isBeforeUpgrade);
  const days = [...new Set(made.map(({ madeAt }) => dayOf(madeAt)))].slice(0, keptUpgradeDays);
  return made.filter(({ madeAt }) => days.includes(dayOf(madeAt))).map(({ name }) => name);
}

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
