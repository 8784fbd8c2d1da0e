import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Reads } from "#database/sql.server.ts";
import { lockOwnSession } from "#operations/accounts/lock-own-session.ts";
import { hashLike, hashPassword } from "#operations/accounts/password/hash.ts";
import { queueEmail } from "#operations/mail/queue.ts";
import { inventCode } from "./make-random-code.ts";
import type { Changer } from "./record-change.ts";
import { recordAction } from "#operations/system/record-action.ts";

const howMany = 10;

/** `set` names them, so that the owner confirms these and not later ones. */
export type BackupCodes = { codes: string[]; set: string };

/** Only the hashes are stored, so this is the only time they can be shown. */
export async function makeBackupCodes(db: Reads, userId: string): Promise<BackupCodes> {
  const made = await invent();
  await db.transaction().execute((tx) => store(tx, userId, made));
  return made;
}

/**
 * Emails the owner. `before` is the set when the request began: of two requests at once, the second would end the codes that
 * the first one shows.
 */
export async function replaceBackupCodes(
  db: Reads,
  before: string | null,
  { person, sessionId, language }: Changer,
): Promise<BackupCodes | "replaced-before" | "signed-out"> {
  const made = await invent();
  return db.transaction().execute(async (tx) => {
    if (!(await lockOwnSession(tx, { userId: person.id, sessionId }))) return "signed-out";
    if ((await findCodeSet(tx, person.id)) !== before) return "replaced-before";
    await store(tx, person.id, made);
    const template = "backup-codes-made";
    await queueEmail(tx, { template, recipient: person.email, language, address: "/auth/forgot" });
    return made;
  });
}

async function invent(): Promise<BackupCodes & { hashes: string[] }> {
  const codes = Array.from({ length: howMany }, () => inventCode(12, 4));
  const [first = "", ...others] = codes.map(bare);
  const hash = await hashPassword(first);
  // One salt for the set, so that checking a code costs one hash and not ten.
  const hashes = [hash, ...(await Promise.all(others.map((code) => hashLike(code, hash))))];
  return { codes, set: randomUUID(), hashes };
}

async function store(
  tx: Reads,
  userId: string,
  { set, hashes }: Awaited<ReturnType<typeof invent>>,
): Promise<void> {
  await tx
    .updateTable("two_factors")
    .set({ backup_codes: JSON.stringify(hashes), codes_set: set, codes_saved_at: null })
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  await recordAction(tx, userId, { action: "backup-codes-made", subject: `user:${userId}` });
}

/** The hash that a typed backup code has in this person's set, or null if the set is empty. */
export async function hashBackupCode(db: Reads, userId: string, typed: string): Promise<string | null> {
  const [first] = await readHashes(db, userId);
  return first === undefined ? null : hashLike(bare(typed), first);
}

/** The answer with the codes can be lost, so a person says that they have them. False if newer codes exist. */
export async function confirmBackupCodes(db: Reads, userId: string, set: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("two_factors")
    .set({ codes_saved_at: new Date() })
    .where("user_id", "=", userId)
    .where("codes_set", "=", set)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The set of a person with codes who has not said that they saved them. */
export async function findUnsavedCodes(db: Reads, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("two_factors")
    .select("codes_set")
    .where("user_id", "=", userId)
    .where("verified", "=", true)
    .where("codes_saved_at", "is", null)
    .executeTakeFirst();
  return row?.codes_set ?? null;
}

export async function findCodeSet(db: Reads, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("two_factors")
    .select("codes_set")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.codes_set ?? null;
}

export async function countBackupCodes(db: Reads, userId: string): Promise<number> {
  return (await readHashes(db, userId)).length;
}

async function readHashes(db: Reads, userId: string): Promise<string[]> {
  const row = await db
    .selectFrom("two_factors")
    .select("backup_codes")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row === undefined ? [] : hashList.parse(JSON.parse(row.backup_codes));
}

const hashList = z.array(z.string());

const bare = (code: string) => code.toLowerCase().replaceAll("-", "");
