import type { Language } from "#domain/content/language.ts";
import { findOwnSubmission } from "#database/campaigns/submissions.ts";
import type { Reads } from "#database/sql.server.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";

type Kept = {
  ownerId: string;
  language: Language;
  /** Null for the person's draft, of which there is one. */
  submissionId: bigint | null;
  entered: Record<string, string>;
};

export type KeptDraft =
  | { kind: "kept"; id: bigint }
  | { kind: "limited"; retryAfter: number }
  /** Staff have the submission. */
  | { kind: "closed" }
  /** It was deleted, or belongs to another person. */
  | { kind: "unknown" };

/** A form saves itself while a person types. */
const saves = [{ most: 600, within: 60 * 60 }];

/** Stores the form as typed, so that its owner finds it on another device. */
export async function keepDraft(
  db: Reads,
  { ownerId, language, submissionId, entered }: Kept,
): Promise<KeptDraft> {
  const attempt = await countAttempt(db, [{ subject: `campaign-draft ${ownerId}`, limits: saves }]);
  if (attempt.kind === "limited") return attempt;
  const values = { entered: JSON.stringify(entered), language, updated_at: new Date() };
  if (submissionId === null) {
    const { id } = await db
      .insertInto("submissions")
      .values({ owner_id: ownerId, ...values })
      .onConflict((conflict) => conflict.column("owner_id").where("status", "=", "draft").doUpdateSet(values))
      .returning("id")
      .executeTakeFirstOrThrow();
    return { kind: "kept", id };
  }
  const kept = await db
    .updateTable("submissions")
    .set(values)
    .where("id", "=", submissionId)
    .where("owner_id", "=", ownerId)
    .where("status", "in", ["draft", "changes-asked"])
    .returning("id")
    .executeTakeFirst();
  if (kept !== undefined) return { kind: "kept", id: kept.id };
  return { kind: (await findOwnSubmission(db, ownerId, submissionId)) === null ? "unknown" : "closed" };
}

/** Deletes a draft that was never submitted. */
export async function deleteDraft(db: Reads, ownerId: string): Promise<void> {
  await db.deleteFrom("submissions").where("owner_id", "=", ownerId).where("status", "=", "draft").execute();
}
