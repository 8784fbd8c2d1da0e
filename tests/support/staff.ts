import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { Role } from "#domain/account.ts";

/** Somebody who may decide, for tests of operations: without a password, which takes time to make. */
export async function colleague(db: Kysely<Tables>, role: Role): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto("users")
    .values({ id, name: id.slice(0, 8), email: `${id}@fund.example`, role })
    .execute();
  return id;
}
