import { placeOf } from "./address.ts";
import { openClient } from "./connect.ts";
import { hearsChanges } from "./changes.ts";
import { withOptions } from "./sql.server.ts";
import type { Problem } from "./embedded/cluster.ts";

/** Checks if the operator's own database works with this program. */
export async function checkExternal(
  { url, variable }: { url: string; variable: string },
  say: (line: string) => void,
): Promise<Problem | undefined> {
  const connectionString = withOptions(url, "-c amana.proof=passed");
  const client = openClient(connectionString, { connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; options: string | null; unsafe: string | null }>(
      `select current_setting('server_version_num')::int as version,
         current_setting('amana.proof', true) as options, string_agg(name, ', ') as unsafe
       from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`,
    );
    const { version = 0, options, unsafe } = rows[0] ?? {};
    if (version < 150_000)
      return { problem: `${placeOf(url)} is older than PostgreSQL 15. Amana needs 15 or newer.` };
    // Public pages would read all tables, and the guard of the payments mode would not know the mode.
    if (options !== "passed")
      return {
        problem: `${placeOf(url)} drops the startup parameter options, as a pooler can. ${adviceFor(variable)}`,
      };
    // Its advisory locks would stay with connections that other clients use, and no change would be heard.
    if (!(await hearsChanges(url)))
      return {
        problem: `${placeOf(url)} passes on no notifications, as a pooler in transaction mode. ${adviceFor(variable)}`,
      };
    if (unsafe)
      say(`Warning: the database has ${unsafe} switched off and can lose donations in a power failure.`);
    return undefined;
  } catch (error) {
    return { problem: connectionFailureText(error, { url, variable }) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function connectionFailureText(
  error: unknown,
  { url, variable }: { url: string; variable: string },
): string {
  if (error instanceof Error && error.message.includes("startup parameter"))
    return `${placeOf(url)} refuses the startup parameter options, as a pooler can. ${adviceFor(variable)}`;
  return `The database at ${placeOf(url)} ${complaint(error, variable)}.`;
}

/** Statements can go through a pooler, but not all of them. */
const adviceFor = (variable: string) =>
  `Set ${variable === "DATABASE_URL" ? "DATABASE_DIRECT_URL" : variable} to the database itself.`;

function complaint(error: unknown, variable: string): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (["28P01", "28000"].includes(code)) return `refuses this user or password. Check ${variable}`;
  if (code === "3D000") return `does not exist on its server. Create it, or correct ${variable}`;
  const reason = code || (error instanceof Error ? error.message : String(error));
  return `cannot be reached (${reason}). Check that it is running and that ${variable} is correct`;
}
