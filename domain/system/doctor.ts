import { daysBetweenBackups } from "./alarm-limits.ts";
import { dayOf } from "./calendar.ts";
import { findIncomplete, type StoredSizes, type WantedFiles } from "./stored-files.ts";

/** One line of `npm run doctor`. The text of a warning or problem names the next step. */
export type Finding = { about: string; state: "good" | "warning" | "problem"; text: string };

export type DatabaseFacts = {
  version: string;
  /** Settings that are off although commits need them to survive a power failure. */
  unsafeSettings: readonly string[];
  missingMigrations: number;
  newerMigrations: readonly string[];
  bytes: bigint;
  connections: number;
  mostConnections: number;
  /** Null if PostgreSQL keeps no archive of changes. */
  archive: "works" | "fails" | null;
};

export function judgeDatabase(facts: DatabaseFacts): Finding[] {
  const { version, unsafeSettings, missingMigrations, newerMigrations, connections, mostConnections } = facts;
  const about = "Database";
  const findings: Finding[] = [
    { about, state: "good", text: `PostgreSQL ${version}, ${megabytes(facts.bytes)}.` },
  ];
  if (unsafeSettings.length > 0)
    findings.push({
      about,
      state: "problem",
      text: `A power failure can lose donations. Switch on ${unsafeSettings.join(", ")} in postgresql.conf.`,
    });
  if (newerMigrations.length > 0)
    findings.push({
      about,
      state: "problem",
      text: `The schema is newer than this program (${newerMigrations.join(", ")}). Install the newer version.`,
    });
  if (missingMigrations > 0)
    findings.push({
      about,
      state: "warning",
      text: `New migrations: ${missingMigrations}. Stop the site and run npm run upgrade, which makes a backup first.`,
    });
  if (facts.archive === "works")
    findings.push({ about: "Archive", state: "good", text: "The archive gets the changes of the database." });
  if (facts.archive === "fails")
    findings.push({
      about: "Archive",
      state: "problem",
      text: "The archive refuses the changes of the database. Check its folder, and read the log of PostgreSQL.",
    });
  if (connections > 0.8 * mostConnections)
    findings.push({
      about,
      state: "warning",
      text: `${connections} of ${mostConnections} connections are in use. Raise max_connections.`,
    });
  return findings;
}

export function judgeDisk({ free, percentFree }: { free: number; percentFree: number }): Finding {
  const text = `${megabytes(BigInt(free))} are free (${percentFree}%).`;
  if (percentFree < 5 || free < 500e6)
    return {
      about: "Disk",
      state: "problem",
      text: `${text} Free some space now: on a full disk, the site refuses donations.`,
    };
  if (percentFree < 15) return { about: "Disk", state: "warning", text: `${text} Free some space soon.` };
  return { about: "Disk", state: "good", text };
}

type RecordedBackups = {
  /** Null if there is none. */
  days: number | null;
  /** The time of a backup that was recorded with a wrong clock. */
  future: Date | null;
};

export function judgeBackup({ days, future }: RecordedBackups, isScheduled: boolean): Finding[] {
  const about = "Backup";
  const age: Finding =
    days === null
      ? { about, state: "problem", text: "There is no backup. Run npm run backup -- <folder>." }
      : days >= daysBetweenBackups
        ? { about, state: "problem", text: `The last proven backup is ${days} days old. Run npm run backup.` }
        : { about, state: "good", text: `The last proven backup is ${days} days old.` };
  const findings = [age];
  if (future !== null)
    findings.push({
      about,
      state: "problem",
      text: `A backup of ${dayOf(future)} is recorded, which is in the future. The clock was wrong, so it proves nothing. Correct the clock and run npm run backup.`,
    });
  if (isScheduled) return findings;
  return [
    ...findings,
    { about, state: "warning", text: "No daily backup. Set BACKUP_TO to a folder on another disk." },
  ];
}

type StoredIn = { stored: readonly StoredSizes[]; place: string };

/** Compares the records of the database with the files. */
export function judgeFiles(
  about: "Pictures" | "Documents",
  wanted: readonly WantedFiles[],
  { stored, place }: StoredIn,
): Finding {
  const lost = findIncomplete(wanted, stored);
  const kind = about.toLowerCase();
  if (lost.length === 0) return { about, state: "good", text: `All ${kind} have their files.` };
  return {
    about,
    state: "problem",
    text: `In ${place}, files are missing, empty or cut for ${lost.length} of ${wanted.length} ${kind}, such as ${lost[0]}. If another node stores them, share its folder, or move them to a bucket with npm run move-files. If they are lost, restore a backup.`,
  };
}

export type Exposure = {
  payments: "sandbox" | "live";
  publicUrl: string | undefined;
  trustsProxy: boolean;
  host: string;
};

/** Settings that are valid, but wrong together or on the open internet. */
export function judgeExposure({ payments, publicUrl, trustsProxy, host }: Exposure): Finding[] {
  const about = "Settings";
  const findings: Finding[] = [];
  const isLocal = ["127.0.0.1", "localhost", "::1"].includes(host);
  if (publicUrl === undefined)
    findings.push({
      about,
      state: "warning",
      text: "PUBLIC_URL is not set. Links in emails lead to this machine only.",
    });
  else if (!publicUrl.startsWith("https:"))
    findings.push({
      about,
      state: payments === "live" ? "problem" : "warning",
      text: "PUBLIC_URL has no TLS. Put Caddy or nginx in front, and use https.",
    });
  if (publicUrl?.startsWith("https:") && !trustsProxy)
    findings.push({
      about,
      state: "warning",
      text: "TRUST_PROXY is 0. Behind a proxy all visitors count as one address. Set TRUST_PROXY=1.",
    });
  if (trustsProxy && !isLocal)
    findings.push({
      about,
      state: "warning",
      text: `TRUST_PROXY is 1 and HOST is ${host}. A visitor who reaches the port can forge an address. Set HOST=127.0.0.1, or close the port.`,
    });
  return findings.length > 0 ? findings : [{ about, state: "good", text: "No setting contradicts another." }];
}

const megabytes = (bytes: bigint) =>
  `${(Number(bytes) / 1e6).toLocaleString("en", { maximumFractionDigits: 0 })} MB`;

const marks = { good: "✓", warning: "!", problem: "✗" } as const;

export const lineOf = ({ about, state, text }: Finding): string =>
  `${marks[state]} ${about.padEnd(11)} ${text}`;
