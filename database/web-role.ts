import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { openClient } from "./connect.ts";
import { publicUrlOf, webUrlOf } from "./logins.ts";
import { setupLock, UnusableDatabase } from "./migrate.ts";
import { sessionSettings } from "./sql.server.ts";

const rightsFile = new URL("web-role.sql", import.meta.url);

type Addresses = {
  /** URL of the tables' owner, for migrations. */
  owner: string;
  /** URL of a role that the operator created for the site. Without it we create one. */
  web?: string | undefined;
};

type Wanted = Addresses & {
  /** True if a pooler passes on no settings of connections. Then public pages need a separate login. */
  isPooled?: boolean;
};

/**
 * The site's database URL. Its role owns nothing, so an intruder in the site cannot change tables or triggers. If the
 * server allows no second role, this is the owner's URL, with a warning.
 */
export async function openWebRole(
  { owner, web, isPooled = false }: Wanted,
  say: (line: string) => void,
): Promise<string> {
  const client = openClient(owner);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [setupLock]);
    const url = web ?? (await makeRole(client, owner));
    await resetSettings(client, decodeURIComponent(new URL(url).username));
    const role = await asRole(url, roleOf);
    await client.query("select set_config('amana.web_role', $1, false)", [role]);
    const excess = await excessOf(client, role);
    if (excess !== null) {
      say(notSeparated(`the role ${role} ${excess}`));
      return url;
    }
    await client.query(await readFile(rightsFile, "utf8"));
    // Every role may set its own defaults, so this also works for a role of the operator.
    await asRole(url, (site) => setDefaults(site, role, sessionSettings));
    if (isPooled) await makePublicLogin(client, url);
    if (await mayMakeTables(client, role)) say(notSeparated(`the role ${role} can create tables`));
    return url;
  } catch (error) {
    if (web !== undefined || !isRefused(error)) throw error;
    say(notSeparated(error.message));
    return owner;
  } finally {
    await client.end();
  }
}

/** Rights of the site's role that an intruder could use, or null. Changes nothing. */
export async function findExcessRights({ owner, web }: Addresses): Promise<string | null> {
  const url = web ?? webUrlOf(owner);
  if (url === null) return "is the owner";
  const client = openClient(owner);
  await client.connect();
  try {
    return await excessOf(client, decodeURIComponent(new URL(url).username));
  } finally {
    await client.end();
  }
}

class NotAllowed extends Error {}

/** The server refused. This differs from an unreachable server. */
function isRefused(error: unknown): error is Error {
  if (error instanceof NotAllowed) return true;
  return error instanceof pg.DatabaseError && ["42501", "28P01", "28000"].includes(error.code ?? "");
}

function notSeparated(reason: string): string {
  return `Warning: the database role of the site can change tables and triggers, because ${reason}. Set DATABASE_OWNER_URL to the owner's URL and DATABASE_URL to a role that owns nothing.`;
}

async function makeRole(client: pg.Client, owner: string): Promise<string> {
  const url = webUrlOf(owner);
  if (url === null) throw new NotAllowed("the database's address has no password");
  await makeLogin(client, url);
  return url;
}

async function makePublicLogin(client: pg.Client, web: string): Promise<void> {
  const url = publicUrlOf(web);
  if (url === null) throw new NotAllowed("the database's address has no password");
  try {
    const role = await makeLogin(client, url);
    await client.query(`grant amana_public to ${client.escapeIdentifier(role)}`);
    await setDefaults(client, role, { ...sessionSettings, default_transaction_read_only: "on" });
  } catch (error) {
    if (!isRefused(error)) throw error;
    throw new UnusableDatabase(
      `Behind a pooler, public pages need the login ${decodeURIComponent(new URL(url).username)}, and the owner cannot create it (${error.message}). Give the owner the right CREATEROLE.`,
    );
  }
}

async function makeLogin(client: pg.Client, url: string): Promise<string> {
  const { username, password } = new URL(url);
  const role = decodeURIComponent(username);
  const { rows } = await client.query("select from pg_roles where rolname = $1", [role]);
  const verb = rows.length === 0 ? "create" : "alter";
  await client.query(
    `${verb} role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(verifierOf(password))}`,
  );
  return role;
}

/** A role can set defaults for its later connections, in one database or in all. */
async function resetSettings(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ database: string | null }>(
    `select d.datname as database
     from pg_db_role_setting s join pg_roles r on r.oid = s.setrole left join pg_database d on d.oid = s.setdatabase
     where r.rolname = $1`,
    [role],
  );
  for (const { database } of rows) {
    const where = database === null ? "" : ` in database ${client.escapeIdentifier(database)}`;
    await client.query(`alter role ${client.escapeIdentifier(role)}${where} reset all`).catch((error) => {
      // A role that the operator created can belong to another program.
      if (!isRefused(error)) throw error;
    });
  }
}

/**
 * PostgreSQL's stored form of a password. We send it instead of the password, because logs can contain the statement.
 */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${keyOf("Server Key").toString("base64")}`;
}

const iterations = 4096;

async function asRole<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = openClient(url, { connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function roleOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>("select session_user as role");
  return rows[0]?.role ?? "";
}

async function setDefaults(client: pg.Client, role: string, settings: Record<string, string>): Promise<void> {
  const session = `${client.escapeIdentifier(role)} in database ${client.escapeIdentifier(client.database ?? "")}`;
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter role ${session} set ${name} = ${client.escapeLiteral(value)}`);
}

/** Reason why a role has too many rights for the site, or null. */
async function excessOf(client: pg.Client, role: string): Promise<string | null> {
  const { rows } = await client.query<{ excess: string }>(
    `select case
       when rolsuper then 'is a superuser'
       when rolcreaterole then 'can create roles'
       when exists (
         select from pg_class where relnamespace = 'public'::regnamespace and pg_has_role($1, relowner, 'member')
       ) then 'owns tables'
       when pg_has_role($1, (select datdba from pg_database where datname = current_database()), 'member')
         then 'owns the database'
     end as excess
     from pg_roles where rolname = $1`,
    [role],
  );
  return rows[0]?.excess ?? null;
}

/** The owner of an external database can leave these rights to every role. */
async function mayMakeTables(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_database_privilege($1, current_database(), 'temporary') or has_schema_privilege($1, 'public', 'create') as may`,
    [role],
  );
  return rows[0]?.may === true;
}
