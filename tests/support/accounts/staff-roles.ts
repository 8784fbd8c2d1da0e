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

/** A person in an open session. */
export async function signedIn<Who extends { id: string }>(
  db: Kysely<Tables>,
  person: Who,
): Promise<Who & { sessionId: string }> {
  const sessionId = randomUUID();
  await (owners.get(db) ?? db)
    .insertInto("sessions")
    .columns(["id", "user_id", "token", "expires_at", "sign_in_version"])
    .expression((from) =>
      from
        .selectFrom("users")
        .select([
          sql<string>`${sessionId}`.as("id"),
          "users.id as user_id",
          sql<string>`${sessionId}`.as("token"),
          sql<Date>`now() + interval '1 day'`.as("expires_at"),
          "sign_in_version",
        ])
        .where("users.id", "=", person.id),
    )
    .execute();
  return { ...person, sessionId };
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
