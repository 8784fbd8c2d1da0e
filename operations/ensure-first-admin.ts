import { sql } from "kysely";
import { setupLock } from "#database/migrate.ts";
import { openDatabase } from "#database/sql.server.ts";
import { inventPassword, makeAccount } from "./make-account.ts";

/** Makes the first admin where there is none. What was invented is returned, to be shown this once. */
export async function ensureFirstAdmin(
  databaseUrl: string,
  given: { email: string; password: string } | undefined,
): Promise<{ username: string; password: string } | null> {
  const { everything, close } = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    return await everything.connection().execute(async (db) => {
      // Nodes that start together: the second one finds the first one's admin.
      await sql`select pg_advisory_lock(${setupLock})`.execute(db);
      const admin = await db.selectFrom("users").select("id").where("role", "=", "admin").executeTakeFirst();
      if (admin) return null;
      const password = given?.password ?? inventPassword();
      const email = given?.email ?? "admin@fund.example";
      const isInvented = given === undefined;
      const account = { username: "admin", email, role: "admin", password, isInvented } as const;
      const made = await makeAccount(db, account, null);
      if (made.kind === "taken") {
        throw new Error(
          "the first admin cannot be made: somebody else has the username admin, or ADMIN_EMAIL's address",
        );
      }
      return given ? null : { username: "admin", password };
    });
  } finally {
    await close();
  }
}
