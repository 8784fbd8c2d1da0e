import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import { alarmSubject, type Alarm, type AlarmKind } from "#domain/system/alarm.ts";
import { calmMinutes } from "#domain/system/alarm-limits.ts";
import type { AlarmNotice } from "#domain/mail/messages.ts";
import { emailAccounts } from "#operations/mail/email-accounts.ts";

type Watched = {
  kinds: readonly AlarmKind[];
  /** Leave alarms of other subjects alone: each node watches its own disk only. */
  subject?: string;
};

export type AlarmChanges = { raised: number; ended: number };

/** Opens an alarm for each condition found, ends those no longer found, and emails the admins about both. */
export function updateAlarms(
  db: Reads,
  { kinds, subject }: Watched,
  found: readonly Alarm[],
): Promise<AlarmChanges> {
  return db.transaction().execute(async (tx) => {
    const raised: bigint[] = [];
    for (const alarm of found) {
      const { id, isNew } = await keepOpen(tx, alarm);
      if (isNew) raised.push(id);
    }
    const ended = await tx
      .updateTable("alarms")
      .set({ ended_at: sql<Date>`now()` })
      .where("ended_at", "is", null)
      .where("kind", "in", [...kinds])
      .$if(subject !== undefined, (open) => open.where("subject", "=", subject ?? ""))
      .where("seen_at", "<", sql<Date>`now() - make_interval(mins => ${calmMinutes})`)
      .returning("id")
      .execute();
    for (const id of raised) await emailAdmins(tx, id, "raised");
    for (const { id } of ended) await emailAdmins(tx, id, "over");
    return { raised: raised.length, ended: ended.length };
  });
}

async function keepOpen(tx: Reads, alarm: Alarm): Promise<{ id: bigint; isNew: boolean }> {
  const { kind, ...details } = alarm;
  return (
    tx
      .insertInto("alarms")
      .values({ kind, subject: alarmSubject(alarm), details: JSON.stringify(details) })
      .onConflict((open) =>
        open
          .columns(["kind", "subject"])
          .where("ended_at", "is", null)
          .doUpdateSet({ details: JSON.stringify(details), seen_at: sql<Date>`now()` }),
      )
      // An inserted row has no xmax; an updated one has ours.
      .returning(["id", sql<boolean>`xmax = 0`.as("isNew")])
      .executeTakeFirstOrThrow()
  );
}

const emailAdmins = (tx: Reads, alarmId: bigint, state: AlarmNotice["state"]) =>
  emailAccounts(tx, "admins", { template: "alarm", details: { alarmId: String(alarmId), state } });
