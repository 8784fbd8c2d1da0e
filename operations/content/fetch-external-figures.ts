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
    const reason = answer.kind === "failed" ? answer.reason : doubtAbout(answer.figures, stored);
    if (answer.kind === "failed" || reason !== null) {
      result.failures.push({ ...till, reason: reason ?? "" });
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

/** A service that lost data answers with less. Refunds lower an amount a little; most of it does not disappear. */
function doubtAbout(figures: Reported, stored: Stored | null): string | null {
  return stored !== null && figures.raised * 2n < stored.raised
    ? "less than half of the earlier amount is not believed"
    : null;
}

type Stored = { raised: bigint; lastDay: string; fetchedAt: Date };

async function readStored(
  db: Reads,
  { subject, title }: Till,
  payments: PaymentsMode,
): Promise<Stored | null> {
  const row = await db
    .selectFrom("external_figures")
    .select(["raised", "last_day as lastDay", "fetched_at as fetchedAt"])
    .where("subject", "=", subject)
    .where("title", "=", title)
    .where("payments", "=", payments)
    .executeTakeFirst();
  return row ?? null;
}

type Fetched = Reported & { range: Range; payments: PaymentsMode; now: Date };

async function keep(db: Reads, { subject, title }: Till, fetched: Fetched): Promise<void> {
  const { raised, donors, range, payments, now } = fetched;
  const values = {
    ...{ title, raised, donors: BigInt(donors), payments },
    ...{ first_day: range.from, last_day: range.to, fetched_at: now },
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
