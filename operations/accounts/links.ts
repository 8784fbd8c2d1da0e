import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { linkLasts, type LinkKind, type Role } from "#domain/accounts/roles.ts";
import type { Language } from "#domain/content/language.ts";
import type { Link } from "#database/accounts/links.ts";
import { sha256 } from "#domain/system/digest.server.ts";
import type { Reads } from "#database/sql.server.ts";

type NewLink = {
  kind: LinkKind;
  userId: string | null;
  email?: string;
  role?: Role;
  madeBy?: string;
  /** Of an undo: the old address was confirmed. */
  wasConfirmed?: boolean;
  language: Language;
};

/** Another person can cause these. They must not end the links that wait in the owner’s mailbox. */
const keepEarlier: readonly LinkKind[] = ["email-undo", "password-reset"];

/** Only the email contains the key. A newer link of most kinds replaces the older one. */
export async function makeLink(tx: Reads, link: NewLink): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  await tx
    .deleteFrom("account_links")
    .where("expires_at", "<", sql<Date>`now() - interval '30 days'`)
    .execute();
  if (link.userId !== null && !keepEarlier.includes(link.kind))
    await withdrawLinks(tx, link.userId, [link.kind]);
  await tx
    .insertInto("account_links")
    .values({
      hash: sha256(key),
      kind: link.kind,
      user_id: link.userId,
      email: link.email?.toLowerCase() ?? null,
      role: link.role ?? null,
      made_by: link.madeBy ?? null,
      was_confirmed: link.wasConfirmed ?? null,
      language: link.language,
      expires_at: sql<Date>`now() + make_interval(secs => ${linkLasts[link.kind]})`,
    })
    .execute();
  return key;
}

/** With those whose email waits, because their time begins when it is sent. */
export async function countOpenLinks(tx: Reads, kind: LinkKind, userId: string): Promise<number> {
  const { open } = await tx
    .selectFrom("account_links")
    .select(sql<number>`count(*)::int`.as("open"))
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .where((is) =>
      is.or([
        is("expires_at", ">", sql<Date>`now()`),
        is.exists(
          is
            .selectFrom("outbox")
            .select("outbox.id")
            .where("status", "=", "waiting")
            .where("update_id", "is", null)
            .where(sql<boolean>`details ->> 'linkHash' = encode(account_links.hash, 'hex')`),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  return open;
}

/** All of these kinds, or those that are newer than one. */
export async function withdrawLinks(
  tx: Reads,
  userId: string,
  kinds: LinkKind[],
  after: Date | null = null,
): Promise<void> {
  await tx
    .deleteFrom("account_links")
    .where("user_id", "=", userId)
    .where("kind", "in", kinds)
    .where("used_at", "is", null)
    // A date here has no microseconds, so a link would be newer than itself.
    .$if(after !== null, (links) =>
      links.where(sql<Date>`date_trunc('milliseconds', created_at)`, ">", after ?? new Date()),
    )
    .execute();
}

type UsedLink = Link & { createdAt: Date; wasConfirmed: boolean | null };

/** If two requests use the same key at the same time, only one succeeds. */
export async function useUpLink(tx: Reads, kind: LinkKind, key: string): Promise<UsedLink | null> {
  const link = await tx
    .updateTable("account_links")
    .set({ used_at: sql<Date>`now()` })
    .where("hash", "=", sha256(key))
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id as userId", "email", "role", "made_by as madeBy", "language"])
    .returning(["created_at as createdAt", "was_confirmed as wasConfirmed"])
    .executeTakeFirst();
  return link ?? null;
}
