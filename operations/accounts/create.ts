import { randomUUID } from "node:crypto";
import type { Role } from "#domain/accounts/roles.ts";
import { nameActor } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import { hashPassword } from "./hash-password.ts";
import { inventCode } from "./second-step/make-random-code.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type NewAccount = {
  username: string;
  email: string;
  role: Role;
  password: string;
  /** Its owner did not choose the password, and has to change it at the first sign-in. */
  isInvented?: boolean;
};

/** The audit log has the creator. Null is the operator at the machine. */
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
  username: string;
  email: string;
  role: Role;
  name: string;
  hash: string;
  emailVerified: boolean;
  isInvented: boolean;
};

/** Within a transaction of whoever makes it. */
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

/** Some 99 bits. */
export const inventPassword = () => inventCode(20, 5);
