import type { Reads } from "#database/sql.server.ts";

type Note = { submissionId: bigint; text: string; by: string };

/** Only staff read it. */
export async function addSubmissionNote(db: Reads, { submissionId, text, by }: Note): Promise<void> {
  await db
    .insertInto("submission_notes")
    .values({ submission_id: submissionId, author_id: by, text })
    .execute();
}
