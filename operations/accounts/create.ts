import { randomUUID } from "node:crypto";
import type { Role } from "#domain/accounts/roles.ts";
import { nameActor } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import { hashPassword } from "./password/hash.ts";
import { inventCode } from "./second-step/make-random-code.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type NewAccount = {
  username: string;
  email: string;
  role: Role;
  password: string;
  /** The owner did not choose this password, so it must be changed at the first sign-in. */
  isInvented?: boolean;
};

/** Recorded in the audit log. Null is the operator at the machine. */
export async function makeAccount(
  db: Reads,
  { username, email, role, password, isInvented = false }: NewAccount,
  madeBy: string | null,
): Promise<{ kind: "made"; id: string } | { kind: "taken" }> {
  const hash = await hashPassword(password);
  return db
    .transaction()
    .execute((tx) =>
      insertAccount(
        tx,
        { username, email, role, name: username, hash, emailVerified: false, isInvented },
        madeBy,
      ),
    );
}

type HashedAccount = {
  /** Null: the person signs in with the email address. */
  username: string | null;
  email: string;
  role: Role;
  name: string;
  hash: string;
  emailVerified: boolean;
  isInvented: boolean;
};

/** Runs inside the caller's transaction. */
export async function insertAccount(
  tx: Reads,
  { username, email, role, name, hash, emailVerified, isInvented }: HashedAccount,
  madeBy: string | null,
): Promise<{ kind: "made"; id: string } | { kind: "taken" }> {
  const id = randomUUID();
  await nameActor(tx, madeBy);
  const made = await tx
    .insertInto("users")
    .values({
      id,
      name,
      username,
      display_username: username,
      email: email.toLowerCase(),
      email_verified: emailVerified,
      must_change_password: isInvented,
      role,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) return { kind: "taken" };
  await tx
    .insertInto("credentials")
    .values({ id: randomUUID(), user_id: id, provider_id: "credential", account_id: id, password: hash })
    .execute();
  await recordAction(tx, madeBy, {
    action: "account-made",
    subject: `user:${id}`,
    after: { username, role },
  });
  return { kind: "made", id };
}

/** About 99 bits of entropy. */
export const inventPassword = () => inventCode(20, 5);
