import { accessSync, constants, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig, startSettings, type Config } from "#config";
import { placeOf, withLogin } from "#database/address.ts";
import { hearsChanges } from "#database/changes.ts";
import { clockWarning } from "#database/clock.ts";
import { findEmbedded, findUnreachable } from "#database/embedded/start.ts";
import { connectionFailureText } from "#database/external.ts";
import { hasContent, installationId, recordedPayments, withPayments } from "#database/installation.ts";
import { webUrlOf } from "#database/logins.ts";
import { checkPooler, leadsElsewhere } from "#database/pooler.ts";
import { diagnoseReplica } from "#database/replica.ts";
import { openDatabase } from "#database/sql.server.ts";
import { daysSinceBackup, readFutureBackup, readLastBackup } from "#database/system/alarms.ts";
import { diagnoseDatabase, wantedDocuments, wantedPictures } from "#database/system/diagnose.ts";
import { readRetiredKeys } from "#database/system/retired-keys.ts";
import { findExcessRights } from "#database/web-role.ts";
import {
  judgeBackup,
  judgeDatabase,
  judgeDisk,
  judgeExposure,
  judgeFiles,
  lineOf,
  type Finding,
} from "#domain/system/doctor.ts";
import { oldKeysIn } from "#domain/system/key-age.ts";
import { readChecklist } from "#operations/go-live/read-checklist.ts";
import { opensSecrets } from "#operations/system/shared-secrets.ts";
import { azampayOrigins } from "#payments/azampay/settings.ts";
import { selcomOrigins } from "#payments/selcom/settings.ts";
import { openBreaches } from "#outside/breaches/breached-passwords.ts";
import { readDisk } from "#storage/disk.ts";
import { openStores } from "#storage/open-stores.ts";
import { listUsable } from "#storage/pictures/cut-pictures.ts";
import { findOpenFiles, findUnreadableFiles, unfinishedRestore } from "#storage/private-folder.ts";
import { openScanner } from "#storage/scan-for-malware.ts";
import { openBucket, type Bucket } from "#storage/s3/bucket.ts";
import { claimKey, claimOf, foreignBucket } from "#storage/s3/claim.ts";
import { aboutOldKey, openSecretKey } from "#storage/secret-key.ts";
import { StoreFault } from "#storage/store.ts";
import { bucketOf, findFault } from "./backup-place.ts";
import { readCommand } from "./read-command.ts";

// Reads only. The site can run, and nothing is started or changed.

const secondsToAnswer = 10;

const usage = `npm run doctor

Examines this installation: settings, files, database, clock, mail, payment providers, disk, backup, and the open
points before going live. Each line that is not good says what to do. Changes nothing.
Exit code: 0 no problem, 1 at least one problem.`;

readCommand(usage, {});
if (existsSync(".env")) process.loadEnvFile(".env");
const read = readConfig(process.env);
const counts = { good: 0, warning: 0, problem: 0 };
if (read.ok) await examine(read.config);
else report(read.problems.map((text) => ({ about: "Settings", state: "problem", text })));
console.log(`\n${counted(counts.problem, "problem")}, ${counted(counts.warning, "warning")}.`);
process.exitCode = counts.problem > 0 ? 1 : 0;

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

function report(findings: Finding[]): void {
  for (const finding of findings) {
    counts[finding.state] += 1;
    console.log(lineOf(finding));
  }
}

async function examine(config: Config): Promise<void> {
  const closed = findClosedFolder(config);
  if (closed !== null) return report([closed]);
  report(await examineFiles(config));
  report(await examineDatabase(config));
  report(await examineMail(config));
  report(await examineScanner(config));
  report(await examineBreaches(config));
  report(await examineProviders(config));
  report(await examineSite(config));
}

/** Without its files, no other line would be true. */
function findClosedFolder({ dataDir }: Config): Finding | null {
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES")
      return {
        about: "Files",
        state: "problem",
        text: `This account cannot read ${dataDir}. Run npm run doctor as the site's account, or as root.`,
      };
  }
  return null;
}

async function examineFiles({ dataDir, secretKeys, databaseUrl }: Config): Promise<Finding[]> {
  const about = "Files";
  if (!existsSync(dataDir))
    return [
      { about, state: "problem", text: `${dataDir} does not exist. Check DATA_DIR, or run npm start.` },
    ];
  const findings: Finding[] = [];
  if (existsSync(join(dataDir, unfinishedRestore)))
    findings.push({ about, state: "problem", text: "A restore did not finish. Run npm run restore again." });
  if (!secretKeys && !existsSync(join(dataDir, "secret.key")))
    findings.push({
      about,
      state: "problem",
      text: "secret.key is missing. Put back its copy, or set SECRET_KEY (docs/keys.md).",
    });
  for (const { path, most } of findOpenFiles(dataDir))
    findings.push({
      about,
      state: "warning",
      text: `Other accounts can read ${path}. Run chmod ${most} on it.`,
    });
  for (const path of findUnreadableFiles(dataDir))
    findings.push({
      about,
      state: "problem",
      text: `The site cannot read all of ${path}: it belongs to another account. Run chown -R --reference=${dataDir} ${path}.`,
    });
  const unreachable = databaseUrl === undefined ? await findUnreachable(dataDir) : undefined;
  if (unreachable) findings.push({ about, state: "problem", text: unreachable.problem });
  if (findings.length === 0)
    findings.push({ about, state: "good", text: `Only the site's account can read ${dataDir}.` });
  return [...findings, judgeDisk(await readDisk(dataDir))];
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  const about = "Database";
  if (existsSync(join(config.dataDir, unfinishedRestore))) return [];
  const found = await findEmbedded(config.dataDir);
  const owner =
    config.databaseOwnerUrl ?? config.databaseUrl ?? (found.kind === "running" ? found.url : undefined);
  if (owner === undefined && found.kind === "unusable")
    return [{ about, state: "problem", text: found.problem }];
  if (owner === undefined) {
    const state =
      found.kind === "stopped" ? "The database is stopped" : `${config.dataDir} has no database yet`;
    return [{ about, state: "problem", text: `${state}. Run npm start.` }];
  }
  const { poolerUrl, databaseUrl } = config;
  const elsewhere = poolerUrl && databaseUrl && (await leadsElsewhere(poolerUrl, databaseUrl));
  if (elsewhere) return [{ about, state: "problem", text: elsewhere.problem }];
  const database = openDatabase(owner, { poolSize: 2 });
  try {
    const db = database.readWrite;
    const facts = await diagnoseDatabase(db);
    const findings = judgeDatabase(facts);
    report(findings);
    if (facts.missingMigrations > 0 || facts.newerMigrations.length > 0) return [];
    return await examineContent(config, { owner, db });
  } catch (error) {
    return [{ about, state: "problem", text: databaseFailureText(error, config) }];
  } finally {
    await database.close();
  }
}

type Db = ReturnType<typeof openDatabase>["readWrite"];

function databaseFailureText(error: unknown, { databaseUrl, databaseOwnerUrl, poolerUrl }: Config): string {
  const url = databaseOwnerUrl ?? databaseUrl;
  if (url === undefined)
    return `It cannot be reached (${error instanceof Error ? error.message : String(error)}). Start the site with npm start.`;
  const asPooler = poolerUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  return connectionFailureText(error, { url, variable: databaseOwnerUrl ? "DATABASE_OWNER_URL" : asPooler });
}

async function examineContent(config: Config, { owner, db }: { owner: string; db: Db }): Promise<Finding[]> {
  const web = config.databaseOwnerUrl && config.databaseUrl;
  const site = web ?? webUrlOf(owner) ?? owner;
  const excess = await findExcessRights({ owner, web });
  const clock = await clockWarning(db);
  const findings: Finding[] = [
    excess === null
      ? { about: "Role", state: "good", text: "The site's database role owns nothing." }
      : {
          about: "Role",
          state: "warning",
          text: `The site's database role ${excess}. Set DATABASE_OWNER_URL, and DATABASE_URL to a role that owns nothing.`,
        },
    (await hearsChanges(config.databaseUrl ?? owner))
      ? { about: "Changes", state: "good", text: "Notifications of the database arrive." }
      : {
          about: "Changes",
          state: "problem",
          text: "Notifications of the database do not arrive, so no page is cached. If DATABASE_URL is a pooler, set DATABASE_DIRECT_URL to the database itself.",
        },
    ...(await examineAddresses(config, site)),
    clock === null
      ? { about: "Clock", state: "good", text: "It agrees with the database's clock." }
      : { about: "Clock", state: "problem", text: clock },
    ...judgeExposure({ ...config, trustsProxy: config.trustProxy }),
    ...(await examineKey(config, db)),
    ...judgeBackup(
      { days: await daysSinceBackup(db), future: await readFutureBackup(db) },
      config.backupTo !== undefined,
    ),
    ...(await examineBackupPlace(config, db)),
  ];
  const recorded = await recordedPayments(db);
  if (recorded === null)
    return [
      ...findings,
      { about: "Go live", state: "warning", text: "No site has used this database yet. Run npm start." },
    ];
  if (recorded !== config.payments) {
    const text = `This database is for ${recorded} payments, and PAYMENTS is ${config.payments}. The site will not start. Set PAYMENTS=${recorded}, or use another database.`;
    return [...findings, { about: "Settings", state: "problem", text }];
  }
  if (await hasContent(db)) return [...findings, ...(await examineRecords(config, db))];
  const text = "The first start has not written the texts. Wait until it has ended, or run npm start.";
  return [...findings, { about: "Content", state: "problem", text }];
}

async function examineKey(config: Config, db: Db): Promise<Finding[]> {
  const about = "Key";
  // Opening would create a missing file. Its absence is reported with the files.
  if (!config.secretKeys && !existsSync(join(config.dataDir, "secret.key"))) return [];
  const opened = openSecretKey(config);
  if ("problem" in opened) return [{ about, state: "problem", text: opened.problem }];
  if (await opensSecrets(db, opened.seal)) {
    const { keyIds } = opened.seal;
    const old = oldKeysIn(keyIds, await readRetiredKeys(db));
    const further: Finding = {
      about,
      state: "warning",
      text: "A further key is accepted. Remove it once all nodes have the new one: see docs/keys.md.",
    };
    return [
      { about, state: "good", text: "It opens the secrets of this database." },
      ...old.map((key): Finding => ({
        ...{ about, text: aboutOldKey(key) },
        state: key.hasExpired ? "problem" : "warning",
      })),
      ...(keyIds.length - old.length > 1 ? [further] : []),
    ];
  }
  const text = "It does not open the secrets of this database, so the site will not start. See docs/keys.md.";
  return [{ about, state: "problem", text }];
}

async function examineBackupPlace(config: Config, db: Db): Promise<Finding[]> {
  const about = "Backup";
  const { backupTo, dataDir } = config;
  if (backupTo === undefined) return [];
  const fault = bucketOf(backupTo) === null ? await findFault(backupTo, dataDir) : null;
  if (fault?.state === "problem") return [{ about, ...fault }];
  const findings: Finding[] = fault === null ? [] : [{ about, ...fault }];
  const file = (await readLastBackup(db))?.file ?? null;
  if (file !== null) {
    const madeElsewhere = config.databaseUrl !== undefined;
    // Loaded late, like mail: where there is neither, both took a sixth of the start of this command.
    const { openRecipient } = await import("#storage/backup-key.ts");
    const key = await openRecipient(config, { mayCreate: false, madeElsewhere, wantsNew: false });
    if ("problem" in key) findings.push({ about, state: "problem", text: key.problem });
  }
  if (file === null || (await isInPlace(file, backupTo, config))) return findings;
  const text = `The last proven backup is not in ${backupTo}: ${file}. Run npm run backup.`;
  return [...findings, { about, state: "problem", text }];
}

/** True also if a bucket does not answer: its own line says so when a backup is made. */
async function isInPlace(file: string, backupTo: string, { s3Service }: Config): Promise<boolean> {
  const bucket = bucketOf(backupTo);
  if (bucket === null) return existsSync(join(resolve(backupTo), file));
  if (s3Service === undefined) return true;
  return openBucket({ ...s3Service, bucket })
    .list(file)
    .then(
      (found) => found.length > 0,
      () => true,
    );
}

/** The pooler and the replica, if there are any. */
async function examineAddresses(
  { poolerUrl, replicaUrl, payments }: Config,
  site: string,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (poolerUrl !== undefined) {
    const direct = withPayments(site, payments);
    const fault = await checkPooler(withPayments(withLogin(poolerUrl, new URL(site)), payments), direct);
    findings.push(
      fault
        ? { about: "Pooler", state: "problem", text: fault.problem }
        : {
            about: "Pooler",
            state: "good",
            text: `${placeOf(poolerUrl)} leads to the database in the right roles.`,
          },
    );
  }
  if (replicaUrl !== undefined)
    findings.push(await examineReplica({ site, replica: withLogin(replicaUrl, new URL(site)) }));
  return findings;
}

async function examineReplica(addresses: { site: string; replica: string }): Promise<Finding> {
  const about = "Replica";
  const place = placeOf(addresses.replica);
  const state = await diagnoseReplica(addresses);
  switch (state.kind) {
    case "following":
      return {
        about,
        state: "good",
        text: `${place} follows the database, ${state.seconds} seconds behind.`,
      };
    case "primary":
      return {
        about,
        state: "warning",
        text: `${place} is no standby, so public pages read the primary. Correct DATABASE_READ_URL.`,
      };
    case "other":
      return {
        about,
        state: "problem",
        text: `${place} belongs to another installation. Correct DATABASE_READ_URL.`,
      };
    case "away":
      return {
        about,
        state: "warning",
        text: `${place} cannot be read (${state.reason}). Until it can, public pages read the primary.`,
      };
  }
}

async function examineRecords(config: Config, db: Db): Promise<Finding[]> {
  const { open } = await readChecklist(db, startSettings(config), new Date());
  return [
    ...(await examineStores(config, db)),
    open.length === 0
      ? { about: "Go live", state: "good", text: "All points are done." }
      : {
          about: "Go live",
          state: "warning",
          text: `${counted(open.length, "point")} ${open.length === 1 ? "is" : "are"} open: ${open.join(", ")}. See /admin/go-live.`,
        },
  ];
}

async function examineStores(config: Config, db: Db): Promise<Finding[]> {
  const place = config.s3 === undefined ? config.dataDir : `the bucket ${config.s3.bucket}`;
  try {
    const bucket = config.s3 === undefined ? [] : await examineBucket(openBucket(config.s3), db);
    const { pictures, documents } = openStores(config);
    return [
      ...bucket,
      judgeFiles("Pictures", await wantedPictures(db), { stored: await listUsable(pictures), place }),
      judgeFiles("Documents", await wantedDocuments(db), { stored: await documents.list(), place }),
    ];
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    const advice = "Check the settings S3_*, the rights of their key, and the clock of this machine";
    return [{ about: "Bucket", state: "problem", text: `It cannot be used: ${error.message}. ${advice}.` }];
  }
}

async function examineBucket(bucket: Bucket, db: Db): Promise<Finding[]> {
  const about = "Bucket";
  const claim = await claimOf(bucket);
  if (claim !== null && claim !== (await installationId(db)))
    return [{ about, state: "problem", text: foreignBucket }];
  // A stranger reads the list of a public bucket, or at least an object whose name is known.
  const statuses = await Promise.all(["", claimKey].map(bucket.statusForStranger));
  if (statuses.some((status) => status < 300))
    return [
      {
        about,
        state: "problem",
        text: "Anyone on the internet can read it, with all bank slips. Take away its public access.",
      },
    ];
  return [{ about, state: "good", text: "It answers, and strangers cannot read it." }];
}

async function examineMail({ mail }: Config): Promise<Finding[]> {
  const about = "Mail";
  if (!mail)
    return [
      { about, state: "warning", text: "No mail server. Set SMTP_URL and MAIL_FROM, or no receipt is sent." },
    ];
  const { tryMailServer } = await import("#email/send.ts");
  const fault = await tryMailServer(mail.smtpUrl);
  const { hostname } = new URL(mail.smtpUrl);
  return fault === null
    ? [{ about, state: "good", text: `${hostname} accepts our sign-in.` }]
    : [{ about, state: "problem", text: `${hostname} does not accept us (${fault}). Check SMTP_URL.` }];
}

/** Asks about the empty password, which no account has. */
async function examineBreaches({ breachedPasswordsUrl }: Config): Promise<Finding[]> {
  const about = "Passwords";
  if (breachedPasswordsUrl === null) return [];
  const reasons: string[] = [];
  await openBreaches(breachedPasswordsUrl, (reason) => reasons.push(reason)).find("");
  const { host } = new URL(breachedPasswordsUrl);
  return reasons.length === 0
    ? [{ about, state: "good", text: `${host} compares them with data breaches.` }]
    : [
        {
          about,
          state: "warning",
          text: `${host} does not compare them with data breaches (${reasons.join()}). Check the firewall, or set BREACHED_PASSWORDS_URL.`,
        },
      ];
}

async function examineScanner({ scanner }: Config): Promise<Finding[]> {
  const about = "Bank slips";
  if (scanner === null)
    return [{ about, state: "warning", text: "No malware scan. Install ClamAV and set MALWARE_SCANNER." }];
  const result = await openScanner(scanner)(Buffer.from("Amana asks whether the scanner answers."));
  return result === "clean"
    ? [{ about, state: "good", text: "The malware scanner answers." }]
    : [
        {
          about,
          state: "problem",
          text: "The malware scanner does not answer, so no slip is accepted. Start clamd.",
        },
      ];
}

async function examineProviders({ providers }: Config): Promise<Finding[]> {
  const about = "Payments";
  if (providers.kind === "sandbox")
    return [{ about, state: "good", text: "Sandbox: no real money. Set PAYMENTS=live for real donations." }];
  const { azampay, selcom } = providers;
  const origins = new Set([
    ...(azampay ? azampayOrigins(azampay) : []),
    ...(selcom ? selcomOrigins({ ...selcom, callbackUrl: "" }) : []),
  ]);
  return Promise.all(
    [...origins].map((origin) => tryAddress(about, origin, "Check the firewall and the address")),
  );
}

async function examineSite({ publicUrl }: Config): Promise<Finding[]> {
  if (publicUrl === undefined) return [];
  return [await tryAddress("Site", `${publicUrl}/healthz`, "Check that the site runs, DNS and the proxy")];
}

/** Any answer counts: it shows that name, network and certificate work. */
async function tryAddress(about: string, url: string, advice: string): Promise<Finding> {
  try {
    const signal = AbortSignal.timeout(secondsToAnswer * 1_000);
    const { status } = await fetch(url, { redirect: "manual", signal });
    if (about === "Site" && status !== 200)
      return { about, state: "problem", text: `${url} answers ${status}. ${advice}.` };
    return { about, state: "good", text: `${new URL(url).origin} answers.` };
  } catch (error) {
    return { about, state: "problem", text: `${url} cannot be reached (${reasonOf(error)}). ${advice}.` };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer in ${secondsToAnswer} seconds`;
  const cause = error.cause ?? error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}
