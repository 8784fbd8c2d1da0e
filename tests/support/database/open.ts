import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Kysely } from "kysely";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { migrate } from "#database/migrate.ts";
import type { Tables } from "#database/tables.ts";
import { openDatabase, sessionSettings, withOptions } from "#database/sql.server.ts";
import { openWebRole } from "#database/web-role.ts";
import { patience } from "#tests/support/patience.ts";

export type Kind = "empty" | "demo";

type TestDatabase = {
  /** The owner's URL, to change tables and triggers. */
  url: string;
  webUrl: string;
  close(): Promise<void>;
};

/** A new database for one test file: migrated (`empty`), or with the demonstration content (`demo`). */
export async function testDatabase(kind: Kind = "empty"): Promise<TestDatabase> {
  const name = `${inject("run")}_${randomBytes(5).toString("hex")}`;
  const url = urlOf(name);
  const { webUrl } = await onCluster(async (cluster) => {
    const copied = await template(cluster, kind);
    // A copy of the files costs half of a copy of the pages, which is the default.
    await cluster.query(`create database "${name}" template "${copied.name}" strategy file_copy`);
    // A copy has all rights of the template but those to the database itself.
    await cluster.query(`revoke temporary on database "${name}" from public`);
    return { webUrl: Object.assign(new URL(copied.webUrl), { pathname: `/${name}` }).href };
  });
  webUrls.set(url, webUrl);
  return {
    url,
    webUrl,
    close: () =>
      onCluster(async (cluster) => {
        await cluster.query(`drop database "${name}" with (force)`);
        // A test can start a site on it, which makes the usual role.
        await cluster.query(`drop role if exists "${name}_web"`);
      }),
  };
}

/** All copies of a template share its role, because each new role takes ten times as long as a copy. */
const webUrls = new Map<string, string>();

/** An empty database without tables, to test a new installation. */
export async function bareDatabase(): Promise<{ url: string }> {
  const name = `${inject("run")}_${randomBytes(5).toString("hex")}`;
  await onCluster(async (cluster) => void (await cluster.query(`create database "${name}"`)));
  afterAll(() =>
    onCluster(async (cluster) => void (await cluster.query(`drop database "${name}" with (force)`))),
  );
  return { url: urlOf(name) };
}

/** The owner's connection for each connection of the site's role, to bypass triggers. */
export const owners = new WeakMap<Kysely<Tables>, Kysely<Tables>>();

export async function webUrlFor(url: string): Promise<string> {
  return webUrls.get(url) ?? makeWebRole(url);
}

/** The role that a site makes for this database. */
export function makeWebRole(url: string): Promise<string> {
  return openWebRole({ owner: url }, (warning) => {
    throw new Error(warning);
  });
}

/**
 * A test database, opened as the site's role until the test file ends. Hooks that need it open must be registered
 * after this call.
 */
/**
 * With `isPatient`, no lock or statement has a limit that a busy machine reaches. With `hasOwnRole`, the site's role is
 * of this database only, as after a start.
 */
export async function testRecords(kind?: Kind, { isPatient = false, hasOwnRole = false } = {}) {
  const { url, webUrl: shared, close } = await testDatabase(kind);
  const webUrl = hasOwnRole ? await makeWebRole(url) : shared;
  const limits = `-c lock_timeout=${patience} -c statement_timeout=${patience}`;
  const database = openDatabase(isPatient ? withOptions(webUrl, limits) : webUrl, { longestWait: patience });
  const owner = openDatabase(url, { poolSize: 2, longestWait: patience });
  owners.set(database.readWrite, owner.readWrite);
  afterAll(async () => {
    await Promise.all([database.close(), owner.close()]);
    await close();
  });
  return { url, webUrl, database, db: database.readWrite, asOwner: owner.readWrite };
}

/** Runs one statement in a separate connection. */
export async function onDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** All sites of a run share this folder. It has the demonstration's pictures after `testDatabase("demo")`. */
export const sharedPictures = () => join(inject("scratch"), "pictures");

// The first worker that needs the template creates it, and the others wait.
async function template(cluster: pg.Client, kind: Kind): Promise<{ name: string; webUrl: string }> {
  const name = `${inject("run")}_${kind}`;
  await cluster.query("select pg_advisory_lock(hashtext($1))", [inject("run")]);
  try {
    const { rows } = await cluster.query<{ webUrl: string }>(
      `select shobj_description(oid, 'pg_database') as "webUrl" from pg_database where datname = $1`,
      [name],
    );
    return { name, webUrl: rows[0]?.webUrl ?? (await makeTemplate(cluster, kind, name)) };
  } finally {
    await cluster.query("select pg_advisory_unlock(hashtext($1))", [inject("run")]);
  }
}

/** Its comment tells the other workers the address of its role. */
async function makeTemplate(cluster: pg.Client, kind: Kind, name: string): Promise<string> {
  const unfinished = `${name}_${randomBytes(4).toString("hex")}`;
  await cluster.query(`create database "${unfinished}"`);
  await migrate(urlOf(unfinished), () => {});
  if (kind === "demo") {
    await seedDemo(urlOf(unfinished));
    // New installations require two-step sign-in. Most tests sign in with a password only.
    await onDatabase(
      urlOf(unfinished),
      `insert into site_settings (key, value, is_public) values ('second-step', '{"required": false}', false)`,
    );
  }
  const webUrl = await makeWebRole(urlOf(unfinished));
  // The settings of a role in one database are not copied with it.
  for (const [setting, value] of Object.entries(sessionSettings))
    await cluster.query(`alter role "${new URL(webUrl).username}" set ${setting} = ${value}`);
  await cluster.query(`comment on database "${unfinished}" is ${cluster.escapeLiteral(webUrl)}`);
  await cluster.query(`alter database "${unfinished}" rename to "${name}"`);
  return webUrl;
}

async function seedDemo(url: string) {
  const { seed } = await import("#database/seed/seed.ts");
  const { openPictures } = await import("#storage/pictures/open.ts");
  const { openFolder } = await import("#storage/store.ts");
  const pictures = openPictures(openFolder(sharedPictures()));
  await seed(url, "demo", { putPicture: pictures.keepDrawing, say: () => {} });
}

function urlOf(database: string): string {
  const url = new URL(inject("cluster"));
  url.pathname = `/${database}`;
  return url.href;
}

async function onCluster<Result>(work: (cluster: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(inject("cluster"));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
