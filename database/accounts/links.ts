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

const daysBeforeChange = 30;

/**
 * An undo ends the second steps that were added since then: the owner may not know them. Counted from the request for
 * the change, because the confirmation can come later. The confirmation used one link and made the other.
 */
export async function secondStepsEndSince(db: Reads, undoKey: string): Promise<Date | null> {
  const undo = await db
    .selectFrom("account_links as undo")
    .leftJoin("account_links as change", (join) =>
      join
        .onRef("change.user_id", "=", "undo.user_id")
        .onRef("change.used_at", "=", "undo.created_at")
        .on("change.kind", "=", "email-change"),
    )
    .select(
      sql<Date>`coalesce(change.created_at, undo.created_at) - make_interval(days => ${daysBeforeChange})`.as(
        "since",
      ),
    )
    .where("undo.hash", "=", sha256(undoKey))
    .where("undo.kind", "=", "email-undo")
    .executeTakeFirst();
  return undo?.since ?? null;
}

/** The address of an undo that was pressed, and waits for another account to give it free. */
export async function findPressedUndo(db: Reads, userId: string): Promise<string | null> {
  const undo = await db
    .selectFrom("account_links")
    .select("email")
    .where("user_id", "=", userId)
    .where("kind", "=", "email-undo")
    .where("pressed_at", "is not", null)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return undo?.email ?? null;
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
