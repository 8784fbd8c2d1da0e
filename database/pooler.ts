import { sql, type Kysely } from "kysely";
import type { Problem } from "./embedded/cluster.ts";
import { placeOf, withLogin } from "./address.ts";
import { hearsChanges } from "./changes.ts";
import { installationId } from "./installation.ts";
import { openDatabase, sessionSettings, type Database } from "./sql.server.ts";
import type { Tables } from "./tables.ts";

/**
 * Checks that a pooler leads to the same database as `direct`, in the right roles. A wrong role of public pages would show
 * personal data, and nothing else would notice it.
 */
export async function checkPooler(pooler: string, direct: string): Promise<Problem | undefined> {
  const [through, itself] = [openDatabase(pooler, { poolSize: 1 }), openDatabase(direct, { poolSize: 1 })];
  const about = `The pooler at ${placeOf(pooler)}`;
  try {
    const wrong = await findFault(through, itself);
    return wrong === null ? undefined : { problem: `${about} ${wrong}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      problem: `${about} cannot be used (${reason}). It must know the roles ${roleIn(direct)} and ${databaseIn(direct)}_visitors: see docs/many-machines.md.`,
    };
  } finally {
    await Promise.all([through.close(), itself.close()]);
  }
}

/** Asked before the migrations, which would change the wrong database. The site's own logins do not exist yet. */
export async function leadsElsewhere(pooler: string, direct: string): Promise<Problem | undefined> {
  const sender = withLogin(pooler, new URL(direct));
  // A pooler can refuse the owner's login. Then checkPooler decides.
  if (await hearsChanges(direct, { sender }).catch(() => true)) return undefined;
  return {
    problem: `DATABASE_URL and DATABASE_DIRECT_URL lead to two databases: ${placeOf(pooler)} and ${placeOf(direct)}. Set DATABASE_DIRECT_URL to the database behind the pooler. Nothing was changed.`,
  };
}

async function findFault(through: Database, itself: Database): Promise<string | null> {
  const [site, expected] = [await readSession(through.readWrite), await readSession(itself.readWrite)];
  if ((await installationId(through.readWrite)) !== (await installationId(itself.readWrite)))
    return "leads to another database than DATABASE_DIRECT_URL.";
  if (site.standby) return "leads to a standby. It must lead to the server that takes writes.";
  if (site.role !== expected.role)
    return `connects as ${site.role}, not as ${expected.role}. It must keep the role of each client.`;
  if (site.timeout !== `${Number(sessionSettings.statement_timeout) / 1_000}s`)
    return `has connections without the settings of the role ${site.role}. Restart it, so that it opens new ones.`;
  if (site.name !== expected.name)
    return "drops the name of connections (application_name), which says if the payments are real.";
  const reads = await readSession(through.publicReads);
  if (reads.seesDonors || !reads.readOnly)
    return `lets public pages read as ${reads.role}, which ${reads.seesDonors ? "sees personal data" : "can write"}.`;
  return null;
}

type Session = {
  role: string;
  name: string;
  timeout: string;
  standby: boolean;
  readOnly: boolean;
  seesDonors: boolean;
};

async function readSession(db: Kysely<Tables>): Promise<Session> {
  const { rows } = await sql<Session>`
    select current_user as role, current_setting('application_name') as name,
      current_setting('statement_timeout') as timeout, pg_is_in_recovery() as standby,
      current_setting('transaction_read_only') = 'on' as "readOnly",
      has_table_privilege('donations', 'select') as "seesDonors"
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the server returned no row");
  return row;
}

const roleIn = (url: string) => decodeURIComponent(new URL(url).username);
const databaseIn = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));
