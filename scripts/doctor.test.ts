import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { freePort } from "#database/embedded/cluster.ts";
import { startEmbedded } from "#database/embedded/start.ts";
import { openDatabase } from "#database/sql.server.ts";
import { wantedPictures } from "#database/system/diagnose.ts";
import { prepareSecrets } from "#operations/system/prepare-secrets.ts";
import { createBackupKey } from "#storage/backup-file.ts";
import { openFolders } from "#storage/open-stores.ts";
import { openBucket } from "#storage/s3/bucket.ts";
import { claimBucket } from "#storage/s3/claim.ts";
import { sealWith } from "#storage/secret-key.ts";
import { bareDatabase, makeWebRole, onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { openPooler } from "#tests/support/database/pooler.ts";
import { listeningMailServer } from "#tests/support/mail/server.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";
import { runScript } from "#tests/support/server/run-script.ts";
import { startS3 } from "#tests/support/storage/s3-server.ts";
import { wholeFile } from "#tests/support/pictures/whole-file.ts";

const { url } = await testDatabase("demo");
await makeWebRole(url);
await onDatabase(url, "insert into installation (payments) values ('sandbox') on conflict do nothing");

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "amana-doctor-"));
  await writeFile(join(dataDir, "secret.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`, {
    mode: 0o600,
  });
});
afterEach(() => rm(dataDir, { recursive: true }));

const examine = (settings: Record<string, string> = {}) =>
  runScript("scripts/doctor.ts", [], { DATA_DIR: dataDir, DATABASE_URL: url, ...settings });

test("a new installation lists what it lacks and how to add it", async () => {
  const { code, output } = await examine();
  expect(output).toContain("✓ Database    PostgreSQL");
  expect(output).toContain("✓ Clock       It agrees");
  expect(output).toContain("! Mail        No mail server. Set SMTP_URL and MAIL_FROM");
  expect(output).toContain("✗ Backup      There is no backup. Run npm run backup");
  expect(output).toMatch(/! Go live {4} \d+ points are open: .*Bank details/);
  expect(output).toMatch(/\n\d+ problems?, \d+ warnings?\.\n$/);
  expect(code).toBe(1);
});

test("wrong settings are named, and nothing else is examined", async () => {
  expect((await examine({ PORT: "many" })).output).toContain("\n1 problem, 0 warnings.");
  const { code, output } = await examine({ PORT: "many", TRUST_PROXY: "yes" });
  expect(output).toContain("✗ Settings    PORT must be a number");
  expect(output).toContain("✗ Settings    TRUST_PROXY must be 0 or 1");
  expect(output).toContain("2 problems, 0 warnings.");
  expect(code).toBe(1);
});

test("open files, a missing key and an unfinished restore are found", async () => {
  await mkdir(join(dataDir, "documents"), { mode: 0o755 });
  await writeFile(join(dataDir, "unfinished-restore"), "");
  await rm(join(dataDir, "secret.key"));
  const { output } = await examine();
  expect(output).toContain(`Other accounts can read ${join(dataDir, "documents")}`);
  expect(output).toContain("✗ Files       A restore did not finish. Run npm run restore again.");
  // Half of a database says nothing, and a start would be refused.
  expect(output).not.toContain("✗ Database");
  expect(output).toContain("✗ Files       secret.key is missing");
});

test.skipIf(process.getuid?.() !== 0)(
  "as root, the site starts after the advice about its folder",
  async () => {
    await chmod(dataDir, 0o755);
    await rm(join(dataDir, "secret.key"));
    const start = async () => {
      const started = await startEmbedded({ dataDir, say: () => undefined });
      if ("problem" in started) return started.problem;
      await started.stop();
      return "started";
    };
    expect(await start()).toBe("started");
    const files = async () => (await examine({ DATABASE_URL: "" })).output.match(/^. Files .*$/gm);
    const [advice = ""] = (await files())?.filter((line) => line.includes(`read ${dataDir}.`)) ?? [];
    const [, mode = ""] = /Run chmod (\d+) on it\.$/.exec(advice) ?? [];
    await chmod(dataDir, Number.parseInt(mode, 8));
    expect(await start()).toBe("started");
    await chmod(dataDir, 0o700);
    const refusal = await start();
    expect(refusal).toContain("cannot reach that folder");
    expect(await files()).toContain(`✗ Files       ${refusal}`);
  },
);

test.skipIf(process.getuid?.() !== 0)("a file of root in the folder of the site is found", async () => {
  await writeFile(join(dataDir, "backup-recipient"), "", { mode: 0o600 });
  await chown(join(dataDir, "secret.key"), 65_534, 65_534);
  await chown(dataDir, 65_534, 65_534);
  const { output } = await examine();
  const path = join(dataDir, "backup-recipient");
  expect(output).toContain(
    `✗ Files       The site cannot read all of ${path}: it belongs to another account. Run chown -R --reference=${dataDir} ${path}.`,
  );
  expect(output).not.toContain("secret.key:");
});

test.skipIf(process.getuid?.() !== 0)(
  "another account learns in one line why nothing is examined",
  async () => {
    await writeFile(join(dataDir, "postgres.json"), "{}", { mode: 0o600 });
    const asNobody = (script: string) =>
      spawnSync(process.execPath, [script], {
        ...{ encoding: "utf8", uid: 65_534, gid: 65_534 },
        env: { ...inheritedEnvironment, DATA_DIR: dataDir, NODE_COMPILE_CACHE: "" },
      });
    expect(asNobody("scripts/doctor.ts").stdout).toBe(
      `✗ Files       This account cannot read ${dataDir}. Run npm run doctor as the site's account, or as root.\n\n1 problem, 0 warnings.\n`,
    );
    await chmod(dataDir, 0o711);
    const checked = asNobody("scripts/check-ledger.ts");
    expect(checked.stderr).toMatch(
      /^EACCES: permission denied, .*\. Run the command as the site's account, or as root\.\n$/,
    );
    expect(checked.status).toBe(1);
  },
);

test("a wrong key is named", async () => {
  const seal = sealWith([Buffer.alloc(32, 7)]);
  expect((await prepareSecrets(url, seal)).kind).toBe("ready");
  expect((await examine()).output).toContain("✓ Key         It opens the secrets of this database.");
  const another = Buffer.alloc(32, 8).toString("base64");
  expect((await examine({ SECRET_KEY: another })).output).toContain("✗ Key         It does not open");
  const rotated = `${Buffer.alloc(32, 7).toString("base64")},${another}`;
  expect((await examine({ SECRET_KEY: rotated })).output).toContain(
    "! Key         A further key is accepted",
  );
  const [id] = sealWith([Buffer.alloc(32, 8)]).keyIds;
  await onDatabase(url, `insert into retired_keys (id) values ('${id}')`);
  expect((await examine({ SECRET_KEY: rotated })).output).toContain(
    "! Key         An old key is accepted until",
  );
  await onDatabase(url, "update retired_keys set retired_at = now() - interval '31 days'");
  expect((await examine({ SECRET_KEY: rotated })).output).toContain("✗ Key         An old key expired on");
});

test("a place that would lose backups is named", async () => {
  const ask = async (place: string) => (await examine({ BACKUP_TO: place })).output;
  expect(await ask(join(dataDir, "missing"))).toMatch(/✗ Backup .*\/missing is in DATA_DIR/);
  expect(await ask(`${dataDir}-missing`)).toMatch(/✗ Backup .*-missing does not exist\. Mount its disk/);
  expect(await ask("/etc/passwd")).toMatch(/✗ Backup .*\/etc\/passwd is no folder/);
  expect(await ask(tmpdir())).toMatch(/! Backup .* is on the disk of DATA_DIR/);
});

test("a proven backup that is no longer in its place is named", async () => {
  const place = await mkdtemp(join(tmpdir(), "amana-place-"));
  onTestFinished(() => rm(place, { recursive: true }));
  await onDatabase(url, "insert into backups (file, bytes) values ('amana-last.age', 1)");
  onTestFinished(() => onDatabase(url, "delete from backups"));
  await writeFile(join(place, "amana-last.age"), "");
  expect((await examine({ BACKUP_TO: place })).output).not.toContain("The last proven backup is not in");
  await rm(join(place, "amana-last.age"));
  expect((await examine({ BACKUP_TO: place })).output).toMatch(
    /✗ Backup {6}Another node made a backup of this database.* Set BACKUP_RECIPIENT here/,
  );
  const { recipient } = await createBackupKey();
  const { code, output } = await examine({ BACKUP_TO: place, BACKUP_RECIPIENT: recipient });
  expect(output).not.toContain("Another node made");
  expect(output).toContain(
    `✗ Backup      The last proven backup is not in ${place}: amana-last.age. Run npm run backup.`,
  );
  expect(code).toBe(1);
});

test("a backup in the future is a problem and no proof", async () => {
  await onDatabase(url, "insert into backups (made_at) values (now() + interval '199 days')");
  const { output } = await examine();
  await onDatabase(url, "delete from backups");
  expect(output).toContain("✗ Backup      There is no backup.");
  expect(output).toMatch(/✗ Backup {6}A backup of \d{4}-\d\d-\d\d is recorded, which is in the future\./);
});

test("pictures without files, and a picture with a missing, empty or cut file, are counted", async () => {
  expect((await examine()).output).toMatch(
    /✗ Pictures {4}In .* missing, empty or cut for (\d+) of \1 pictures/,
  );
  const { pictures } = openFolders(dataDir);
  const database = openDatabase(url, { poolSize: 1 });
  const wanted = await wantedPictures(database.readWrite).finally(() => database.close());
  for (const { id, files } of wanted)
    await pictures.put(
      id,
      files.map((name) => ({ name, body: wholeFile(name) })),
    );
  expect((await examine()).output).toContain("✓ Pictures    All pictures have their files.");
  const [one, other, third] = wanted;
  await rm(join(dataDir, "pictures", String(one?.id), "360.avif"));
  await writeFile(join(dataDir, "pictures", String(other?.id), "360.jpeg"), "");
  await truncate(join(dataDir, "pictures", String(third?.id), "360.avif"), 16);
  expect((await examine()).output).toMatch(/✗ Pictures {4}In .* missing, empty or cut for 3 of \d+ pictures/);
});

test("a bucket is private and ours, or the problem is named", async () => {
  await using s3 = await startS3();
  const ask = async () => (await examine(s3.environment)).output;
  expect(await ask()).toContain("✓ Bucket      It answers, and strangers cannot read it.");
  expect(await ask()).toMatch(
    /✗ Pictures {4}In the bucket amana-files, files are missing, empty or cut for \d+ of \d+ pictures/,
  );
  expect(await ask()).toContain("✓ Documents   All documents have their files.");
  s3.mode = "public";
  expect(await ask()).toContain("✗ Bucket      Anyone on the internet can read it, with all bank slips.");
  s3.mode = "refuse";
  expect(await ask()).toMatch(/✗ Bucket {6}It cannot be used: .*AccessDenied\. Check the settings S3_\*/);
  s3.mode = "work";
  await s3.network.set({ down: true });
  expect(await ask()).toMatch(/✗ Bucket {6}It cannot be used: .*ECONNREFUSED/);
  await s3.network.set();
  await claimBucket(openBucket(s3.settings), "another");
  expect(await ask()).toContain("✗ Bucket      S3_BUCKET has the files of another installation.");
});

test("a database that is empty, away or of a newer program is named", async () => {
  const empty = await bareDatabase();
  expect((await examine({ DATABASE_URL: empty.url })).output).toMatch(
    /New migrations: \d+\. Stop the site and run npm run upgrade/,
  );
  const away = await examine({ DATABASE_URL: "postgres://amana:secret@127.0.0.1:1/amana" });
  expect(away.output).toContain(
    "✗ Database    The database at 127.0.0.1:1/amana cannot be reached (ECONNREFUSED)",
  );
  expect(away.output).toContain("that DATABASE_URL is correct.");
  expect(away.output).not.toContain("secret@");
  await onDatabase(url, "insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')");
  const newer = await examine();
  await onDatabase(url, "delete from schema_migrations where name = '9999_later.sql'");
  expect(newer.output).toContain("The schema is newer than this program (9999_later.sql)");
});

test("a pooler that passes on no notifications is found", async () => {
  await using proxy = await openPooler(url);
  expect((await examine({ DATABASE_URL: proxy.url })).output).toContain("✓ Changes     Notifications");
  proxy.isDeaf = true;
  const { code, output } = await examine({ DATABASE_URL: proxy.url });
  expect(output).toContain("✗ Changes     Notifications of the database do not arrive");
  expect(code).toBe(1);
  proxy.refusesOptions = true;
  const refused = await examine({ DATABASE_URL: proxy.url });
  expect(refused.output).toContain("refuses the startup parameter options, as a pooler can.");
  expect(refused.output).toContain("Set DATABASE_DIRECT_URL to the database itself.");
});

test("a database that no site has used yet is named", async () => {
  const unused = await testDatabase();
  const { output } = await examine({ DATABASE_URL: unused.url });
  expect(output).toContain("! Go live     No site has used this database yet. Run npm start.");
});

test("a first start that has not ended is named", async () => {
  const unfinished = await testDatabase();
  await onDatabase(
    unfinished.url,
    "delete from site_settings; insert into installation (payments) values ('sandbox')",
  );
  const { code, output } = await examine({ DATABASE_URL: unfinished.url });
  expect(output).toContain("✗ Content     The first start has not written the texts.");
  expect(output).not.toContain("cannot be reached");
  expect(code).toBe(1);
});

test("a database for real money is named in the sandbox", async () => {
  const live = await testDatabase();
  await onDatabase(live.url, "insert into installation (payments) values ('live')");
  const { code, output } = await examine({ DATABASE_URL: live.url });
  expect(output).toContain("✗ Settings    This database is for live payments, and PAYMENTS is sandbox.");
  expect(code).toBe(1);
});

test("the mail server is asked, and its refusal is shown", async () => {
  const server = await listeningMailServer();
  const mail = { SMTP_URL: server.url, MAIL_FROM: "Fund <fund@fund.example>" };
  expect((await examine(mail)).output).toContain("✓ Mail        127.0.0.1 accepts our sign-in.");
  await server.close();
  expect((await examine(mail)).output).toContain("✗ Mail        127.0.0.1 does not accept us (");
  expect(server.received).toEqual([]);
});

test("a site that does not answer is found", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = z.object({ port: z.number() }).parse(silent.address());
  const { output } = await examine({ PUBLIC_URL: `http://127.0.0.1:${address.port}` });
  silent.close();
  expect(output).toContain("/healthz cannot be reached (no answer in 10 seconds)");
});

test("an unreachable site and its missing proxy setting are found", async () => {
  const port = await freePort();
  const { output } = await examine({ PUBLIC_URL: `https://127.0.0.1:${port}` });
  expect(output).toContain(
    `✗ Site        https://127.0.0.1:${port}/healthz cannot be reached (ECONNREFUSED)`,
  );
  expect(output).toContain("! Settings    TRUST_PROXY is 0");
});

test("a folder without an installation is refused with the next step", async () => {
  const { code, output } = await examine({ DATA_DIR: join(dataDir, "elsewhere"), DATABASE_URL: "" });
  expect(output).toContain("elsewhere does not exist. Check DATA_DIR, or run npm start.");
  expect(output).toContain("has no database yet. Run npm start.");
  expect(code).toBe(1);
});
