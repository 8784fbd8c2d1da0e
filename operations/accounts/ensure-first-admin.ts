import { sql } from "kysely";
import { setupLock } from "#database/migrate.ts";
import type { Breaches } from "#domain/accounts/breaches.ts";
import type { PasswordProblem } from "#domain/accounts/password.ts";
import { openDatabase } from "#database/sql.server.ts";
import { judgePassword } from "./password/judge.ts";
import { inventPassword, makeAccount } from "./create.ts";

export type FirstAdmin =
  | { kind: "ready" }
  /** The generated password. This is the only time it can be shown. */
  | { kind: "invented"; username: string; password: string }
  | { kind: "poor-password"; problem: PasswordProblem };

/** Makes the first admin where there is none. A given password follows the same rule as all others. */
export async function ensureFirstAdmin(
  databaseUrl: string,
  settings: { email: string; password: string } | undefined,
  breaches: Breaches | null,
): Promise<FirstAdmin> {
  const { readWrite, close } = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    return await readWrite.connection().execute(async (db) => {
      // If two nodes start together, the second finds the admin of the first.
      await sql`select pg_advisory_lock(${setupLock})`.execute(db);
      const admin = await db.selectFrom("users").select("id").where("role", "=", "admin").executeTakeFirst();
      if (admin) return { kind: "ready" };
      const problem =
        settings && (await judgePassword({ db, breaches }, settings.password, ["admin", settings.email]));
      if (problem) return { kind: "poor-password", problem };
      const password = settings?.password ?? inventPassword();
      const email = settings?.email ?? "admin@fund.example";
      const isInvented = settings === undefined;
      const account = { username: "admin", email, role: "admin", password, isInvented } as const;
      const made = await makeAccount(db, account, null);
      if (made.kind === "taken") {
        throw new Error(
          "the first admin cannot be created: another account has the username admin, or ADMIN_EMAIL's address",
        );
      }
      return settings ? { kind: "ready" } : { kind: "invented", username: "admin", password };
    });
  } finally {
    await close();
  }
}
