import type { DonorRecord } from "#database/donations/donor-data.ts";
import { donorSubject } from "#domain/donations/donor-subject.ts";
import type { AuditAction } from "#domain/system/audit-action.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type DonorRequest = {
  by: string;
  reason: string;
  foundBy: "order" | "email" | "phone";
  /** Followings and links of the address. */
  contacts: number;
};

/**
 * One entry for each record, so that each donation's history shows it. The entry contains no name, email or phone
 * number.
 */
export async function writeDonorAudit(
  tx: Reads,
  action: "export-donor" | "erase-donor",
  records: DonorRecord[],
  { by, reason, foundBy, contacts }: DonorRequest,
): Promise<void> {
  const entries = records.map((record): AuditAction => ({
    action,
    subject: donorSubject(record),
    after: { foundBy, records: records.length },
    reason,
  }));
  const ofContact: AuditAction[] =
    contacts === 0 ? [] : [{ action, subject: "followings", after: { foundBy, records: contacts }, reason }];
  await recordAction(tx, by, ...entries, ...ofContact);
}
