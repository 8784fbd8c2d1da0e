import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { Role } from "#domain/accounts/roles.ts";
import { owners } from "#tests/support/database/open.ts";

/** Somebody who may decide, for tests of operations: without a password, which takes time to make. */
export async function colleague(db: Kysely<Tables>, role: Role): Promise<string> {
  const id = randomUUID();
  await (owners.get(db) ?? db)
    .insertInto("users")
    .values({ id, name: id.slice(0, 8), email: `${id}@fund.example`, role })
    .execute();
  await letRolesAge(db);
  return id;
}

/** As if all roles had been given, and ended, some days earlier: new admins have to wait 72 hours. */
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
