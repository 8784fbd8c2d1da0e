import { sql, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import { dayOf } from "#domain/system/calendar.ts";
import type { Hint, Report } from "#domain/payments/provider.ts";

/** Messages about payments that are not ours: one case for each provider and day. */
export async function reportUnknownPayment(
  tx: Transaction<Tables>,
  { provider, reference }: Report | Hint,
  { messageId, now }: { messageId: bigint; now: Date },
): Promise<void> {
  const { judged_at: judgedBefore } = await tx
    .selectFrom("provider_messages")
    .select("judged_at")
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow();
  if (judgedBefore !== null) return;
  // An unknown sender wrote the text: jsonb cannot store every character, and a short excerpt is enough.
  const named = reference.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 64);
  const first = { messages: 1, "last references": [named] };
  await tx
    .insertInto("cases")
    .values({
      kind: "unknown-payment",
      subject: `${provider} on ${dayOf(now)}`,
      message_id: messageId,
      details: JSON.stringify(first),
    })
    .onConflict((clash) =>
      clash
        .columns(["subject", "kind"])
        .where(sql<boolean>`status = 'open' and subject is not null`)
        .doUpdateSet({
          message_id: messageId,
          details: sql`jsonb_build_object(
            'messages', (cases.details ->> 'messages')::int + 1,
            'last references', jsonb_path_query_array(${JSON.stringify([named])}::jsonb || (cases.details -> 'last references'), '$[0 to 4]')
          )`,
        }),
    )
    .execute();
}
