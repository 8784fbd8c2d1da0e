import { sql, type Expression } from "kysely";
import type { LinkKind, Role } from "#domain/accounts/roles.ts";
import type { Language } from "#domain/content/language.ts";
import type { Reads } from "#database/sql.server.ts";
import { sha256 } from "#domain/system/digest.server.ts";

export type Link = {
  userId: string | null;
  email: string | null;
  role: Role | null;
  madeBy: string | null;
  language: Language;
};

/** For the confirmation page: reads the link without using it. */
export async function findLink(db: Reads, kind: LinkKind, key: string): Promise<Link | null> {
  const link = await db
    .selectFrom("account_links")
    .select(["user_id as userId", "email", "role", "made_by as madeBy", "language"])
    .where("hash", "=", sha256(key))
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return link ?? null;
}

/** The time of the request for the change that this undo belongs to. The confirmation used one link and made the other. */
export async function whenChangeWasAsked(db: Reads, undoKey: string): Promise<Date | null> {
  const change = await db
    .selectFrom("account_links as undo")
    .innerJoin("account_links as change", (join) =>
      join.onRef("change.user_id", "=", "undo.user_id").onRef("change.used_at", "=", "undo.created_at"),
    )
    .select("change.created_at as at")
    .where("undo.hash", "=", sha256(undoKey))
    .where("change.kind", "=", "email-change")
    .executeTakeFirst();
  return change?.at ?? null;
}

/** The earliest open undo of a change that began at this address. */
export function findOpenUndo(
  db: Reads,
  { userId, email }: { userId: string; email: string },
): Promise<{ createdAt: Date } | undefined> {
  return db
    .selectFrom("account_links")
    .select("created_at as createdAt")
    .where("user_id", "=", userId)
    .where("kind", "=", "email-undo")
    .where("email", "=", email)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
}

/** True if the link with the hash in this column no longer works. */
export const hasRunOut = (hash: Expression<Buffer | null>) =>
  sql<boolean>`not exists (
    select from account_links where hash = ${hash} and used_at is null and expires_at > now()
    union all
    select from donor_links where hash = ${hash} and used_at is null and expires_at > now()
  )`;
