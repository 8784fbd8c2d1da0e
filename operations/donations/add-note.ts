import type { Reads } from "#database/sql.server.ts";

export const longestNote = 2_000;

export type Noted =
  | { kind: "noted" }
  | { kind: "unknown" }
  | { kind: "nothing-written" }
  | { kind: "too-long" };

/** A note by staff in a donation's history. It is permanent, like the rest of the history. */
export async function addNote(
  db: Reads,
  { donationId, text, by }: { donationId: bigint; text: string; by: string },
): Promise<Noted> {
  const written = text.replaceAll("\r\n", "\n").trim();
  if (written === "") return { kind: "nothing-written" };
  if ([...written].length > longestNote) return { kind: "too-long" };
  const known = await db.selectFrom("donations").select("id").where("id", "=", donationId).executeTakeFirst();
  if (known === undefined) return { kind: "unknown" };
  await db
    .insertInto("donation_notes")
    .values({ donation_id: donationId, author_id: by, text: written })
    .execute();
  return { kind: "noted" };
}
