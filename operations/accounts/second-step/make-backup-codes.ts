import { z } from "zod";
import type { Reads } from "#database/sql.server.ts";
import { hashLike, hashPassword } from "#operations/accounts/password/hash.ts";
import { inventCode } from "./make-random-code.ts";
import { recordAction } from "#operations/system/record-action.ts";

const howMany = 10;

/** Replaces a person's backup codes. Only their hashes are stored, so this is the only time they can be shown. */
export async function makeBackupCodes(db: Reads, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () => inventCode(12, 4));
  const [first = "", ...others] = codes.map(bare);
  const hash = await hashPassword(first);
  // One salt for the set, so that checking a code costs one hash and not ten.
  const hashes = [hash, ...(await Promise.all(others.map((code) => hashLike(code, hash))))];
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable("two_factors")
      .set({ backup_codes: JSON.stringify(hashes), codes_saved_at: null })
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    await recordAction(tx, userId, { action: "backup-codes-made", subject: `user:${userId}` });
  });
  return codes;
}

/** The hash that a typed backup code has in this person's set, or null if the set is empty. */
export async function hashBackupCode(db: Reads, userId: string, typed: string): Promise<string | null> {
  const [first] = await readHashes(db, userId);
  return first === undefined ? null : hashLike(bare(typed), first);
}

/** The answer with the codes can be lost, so a person says that they have them. */
export async function confirmBackupCodes(db: Reads, userId: string): Promise<void> {
  await db
    .updateTable("two_factors")
    .set({ codes_saved_at: new Date() })
    .where("user_id", "=", userId)
    .execute();
}

/** True for a person with codes who has not said that they saved them. */
export async function areCodesUnsaved(db: Reads, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("two_factors")
    .select("codes_saved_at")
    .where("user_id", "=", userId)
    .where("verified", "=", true)
    .executeTakeFirst();
  return row !== undefined && row.codes_saved_at === null;
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
