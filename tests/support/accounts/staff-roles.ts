import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { Role } from "#domain/accounts/roles.ts";
import { owners } from "#tests/support/database/open.ts";

/** An account that may decide, for tests of operations. It has no password, because hashing one is slow. */
export async function colleague(db: Kysely<Tables>, role: Role): Promise<string> {
  const id = randomUUID();
  await (owners.get(db) ?? db)
    .insertInto("users")
    .values({ id, name: id.slice(0, 8), email: `${id}@fund.example`, email_verified: true, role })
    .execute();
  await letRolesAge(db);
  return id;
}

/** Simulates that all roles were given and ended days ago, because new admins must wait 72 hours. */
export async function letRolesAge(db: Kysely<Tables>, hours = 100): Promise<void> {
  const owner = owners.get(db) ?? db;
  await owner.transaction().execute(async (tx) => {
    await sql`alter table role_grants disable trigger keep`.execute(tx);
    await sql`
      update role_grants set given_at = given_at - make_interval(hours => ${hours}),
        ended_at = ended_at - make_interval(hours => ${hours})
    `.execute(tx);
    await sql`alter table role_grants enable trigger keep`.execute(tx);
  });
}
