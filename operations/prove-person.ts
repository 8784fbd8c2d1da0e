import { takeAttempt, type Limit } from "#database/attempts.ts";
import type { Reads } from "#database/sql.server.ts";
import { isPassword } from "./hash-password.ts";

export type Proven = { kind: "proven"; at: Date } | { kind: "wrong" } | { kind: "too-many"; minutes: number };

/** Asks for the password alone. Where access changes, `prove.server.ts` asks for a code as well. */
export async function provePerson(db: Reads, userId: string, password: string): Promise<Proven> {
  const taken = await takeAttempt(db, limits(userId));
  if (taken.kind === "used-up") return { kind: "too-many", minutes: Math.ceil(taken.seconds / 60) };
  const { password: stored } = await db
    .selectFrom("credentials")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirstOrThrow();
  const right = stored !== null && (await isPassword(password, stored));
  return right ? { kind: "proven", at: new Date() } : { kind: "wrong" };
}

const limits = (userId: string): Limit[] => [{ what: `prove ${userId}`, most: 10, seconds: 15 * 60 }];
