import { dayOf } from "#domain/system/calendar.ts";
import {
  externalCampaigns,
  freshForMinutes,
  overallSubject,
  type Reported,
  type Reporting,
} from "#domain/donations/reporting.ts";
import { firstDay, type Range } from "#domain/donations/statistics.ts";
import type { PaymentsMode } from "#domain/payments/status.ts";
import { readExternalSwitches } from "#database/content/external-figures.ts";
import type { Reads } from "#database/sql.server.ts";

type Till = { subject: string; title: string };
type Fetching = { payments: PaymentsMode; now: Date; stop: AbortSignal };

export type FetchedFigures = { fetched: number; failures: (Till & { reason: string })[] };

/** Fetches what staff switched on and what is not fresh. A failure leaves the stored figures as they are. */
export async function fetchExternalFigures(
  db: Reads,
  reporting: Reporting,
  { payments, now, stop }: Fetching,
): Promise<FetchedFigures> {
  const range: Range = { from: firstDay, to: dayOf(now) };
  const result: FetchedFigures = { fetched: 0, failures: [] };
  for (const till of await listTills(db)) {
    if (stop.aborted) break;
    const stored = await readStored(db, till, payments);
    if (stored && stored.lastDay === range.to && isFresh(stored.fetchedAt, now)) continue;
    const answer = await reporting.ask(till.subject === overallSubject ? null : till.title, range);
    if (answer.kind === "failed") {
      result.failures.push({ ...till, reason: answer.reason });
      continue;
    }
    if (stored !== null && isLower(answer.figures, stored)) {
      await keepLower(db, till, { ...answer.figures, payments, now });
      result.failures.push({ ...till, reason: "less than before, so staff decide in /admin/figures" });
      continue;
    }
    await keep(db, till, { ...answer.figures, range, payments, now });
    result.fetched += 1;
  }
  return result;
}

async function listTills(db: Reads): Promise<Till[]> {
  const { overall, campaigns, titles } = await readExternalSwitches(db);
  const switchedOn = externalCampaigns.filter((id) => campaigns.includes(id));
  return [
    ...(overall ? [{ subject: overallSubject, title: "" }] : []),
    ...switchedOn.map((id) => ({ subject: id, title: titles[id] })),
  ];
}

const isFresh = (fetchedAt: Date, now: Date) =>
  Math.abs(now.getTime() - fetchedAt.getTime()) < freshForMinutes * 60_000;

/** A service that lost data, or that lies, answers with less. So does one that refunded. Only a person can tell. */
const isLower = (figures: Reported, stored: Stored) =>
  figures.raised < stored.raised || figures.donors < stored.donors;

type Stored = Reported & { lastDay: string; fetchedAt: Date };

async function readStored(
  db: Reads,
  { subject, title }: Till,
  payments: PaymentsMode,
): Promise<Stored | null> {
  const row = await db
    .selectFrom("external_figures")
    .select(["raised", "donors", "last_day as lastDay", "fetched_at as fetchedAt"])
    .where("subject", "=", subject)
    .where("title", "=", title)
    .where("payments", "=", payments)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, donors: Number(row.donors) };
}

type Lower = Reported & { payments: PaymentsMode; now: Date };

async function keepLower(db: Reads, { subject, title }: Till, { raised, donors, payments, now }: Lower) {
  await db
    .updateTable("external_figures")
    .set({ lower_raised: raised, lower_donors: BigInt(donors), lower_at: now })
    .where("subject", "=", subject)
    .where("title", "=", title)
    .where("payments", "=", payments)
    // Another node can have been faster.
    .where("fetched_at", "<", now)
    .where((is) => is.or([is("raised", ">", raised), is("donors", ">", BigInt(donors))]))
    .execute();
}

type Fetched = Lower & { range: Range };

async function keep(db: Reads, { subject, title }: Till, fetched: Fetched): Promise<void> {
  const { raised, donors, range, payments, now } = fetched;
  const values = {
    ...{ title, raised, donors: BigInt(donors), payments },
    ...{ first_day: range.from, last_day: range.to, fetched_at: now },
    ...{ lower_raised: null, lower_donors: null, lower_at: null },
  };
  await db
    .insertInto("external_figures")
    .values({ subject, ...values })
    .onConflict((conflict) =>
      conflict
        .column("subject")
        .doUpdateSet(values)
        // Another node can have been faster.
        .whereRef("external_figures.fetched_at", "<", "excluded.fetched_at"),
    )
    .execute();
}
