import { fingerprintOf } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
import { withValue } from "#domain/content/draft.ts";
import type { PaymentStop } from "#domain/content/records.ts";
import { paymentStops } from "#operations/content/records/settings.ts";
import { saveRecord, type SaveOutcome } from "#operations/content/save-record.ts";

type Switch = { stop: PaymentStop; isStopped: boolean; by: string };

/** Stops or starts one kind of payments, whatever the other does. The history of the stops gets a version. */
export async function switchPayments(db: Reads, { stop, isStopped, by }: Switch): Promise<SaveOutcome> {
  const now = await paymentStops.read(db);
  return saveRecord(db, paymentStops, {
    draft: withValue(now ?? {}, stop, isStopped ? "yes" : ""),
    opened: fingerprintOf(now),
    authorId: by,
  });
}
