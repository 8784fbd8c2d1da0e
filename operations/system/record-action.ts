import type { Reads } from "#database/sql.server.ts";
import type { AuditAction } from "#domain/system/audit-action.ts";

/** Call it in the transaction of the change. `by` is null for operators at the machine and for jobs. */
export async function recordAction(tx: Reads, by: string | null, ...actions: AuditAction[]): Promise<void> {
  if (actions.length === 0) return;
  const entries = actions.map((entry) => ({
    actor_id: by,
    action: entry.action,
    subject: entry.subject,
    before: "before" in entry ? detailsOf(entry.before) : null,
    after: "after" in entry ? detailsOf(entry.after) : null,
    reason: "reason" in entry ? entry.reason : null,
  }));
  await tx.insertInto("audit_log").values(entries).execute();
}

const detailsOf = (details: object | string | null) => (details === null ? null : JSON.stringify(details));
