import { sql } from "kysely";
import { addDays, type Day } from "#domain/system/calendar.ts";
import type { Money } from "#domain/money/money.ts";
import { lacksRulingSoon } from "#database/campaigns/held.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { failureOf, isOfDonor } from "#domain/payments/failure-reason.ts";
import { isClosedByStaff, lastWord } from "#database/donations/ended-payment.ts";
import { isOpenLong } from "#database/donations/list.ts";
import type { Reads } from "#database/sql.server.ts";
import type { ProviderName } from "#domain/payments/provider.ts";

export type Period = { name: string; raised: Money; others: Money[]; donors: number };

export async function readPeriods(db: Reads, today: Day): Promise<Period[]> {
  const lengths: [string, number][] = [
    ["Today", 1],
    ["Last 7 days", 7],
    ["Last 30 days", 30],
  ];
  return Promise.all(
    lengths.map(async ([name, days]) => {
      const range = { from: addDays(today, 1 - days), to: today };
      const { raised, others, donors } = await readStatistics(db, range);
      return { name, raised, others, donors };
    }),
  );
}

/** Shillings donated on each of the last days, oldest first. */
export async function readDailyShillings(
  db: Reads,
  today: Day,
  days = 30,
): Promise<{ day: Day; raised: bigint }[]> {
  const from = addDays(today, 1 - days);
  const rows = await db
    .selectFrom("public_daily_totals")
    .select(({ fn }) => ["day", fn.sum<string>("raised").as("raised")])
    .where("currency", "=", "TZS")
    .where("day", ">=", from)
    .where("day", "<=", today)
    .groupBy("day")
    .execute();
  const sums = new Map(rows.map(({ day, raised }) => [day, BigInt(raised)]));
  return Array.from({ length: days }, (_, at) => {
    const day = addDays(from, at);
    return { day, raised: sums.get(day) ?? 0n };
  });
}

const waitingKinds = [
  "pending",
  "cases",
  "proposals",
  "submissions",
  "changes",
  "offline",
  "messages",
  "drafts",
  "rulings",
  "lowerFigures",
] as const;

export type Waiting = Record<(typeof waitingKinds)[number], number>;

/** What waits for a decision that this person can make. */
export async function readWaiting(db: Reads, person: string): Promise<Waiting> {
  const { rows } = await sql<Record<keyof Waiting, bigint>>`
    select
      (
        select count(*) from payments where ${isOpenLong}
      ) as pending,
      (
        select count(*) from cases k where status = 'open'
          and not exists (select from proposals r where r.subject = 'case:' || k.id and r.status = 'open')
      ) as cases,
      (${decidableProposals(person)}) as proposals,
      (select count(*) from submissions where status = 'submitted') as submissions,
      (select count(*) from change_requests where status = 'pending') as changes,
      (${confirmableDonations(person)}) as offline,
      (
        select count(*) from donations d
        where is_shown and message is not null and status = 'completed' and reversed_at is null
          and not exists (select from support_messages s where s.donation_id = d.id)
      ) as messages,
      (select count(*) from record_drafts where failure is not null) as drafts,
      (select count(*) from campaigns c where ${lacksRulingSoon}) as rulings,
      (select count(*) from external_figures where lower_at is not null) as "lowerFigures"
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the count returned no row");
  const none = { pending: 0, cases: 0, proposals: 0, submissions: 0, changes: 0 };
  const counts: Waiting = { ...none, offline: 0, messages: 0, drafts: 0, rulings: 0, lowerFigures: 0 };
  for (const kind of waitingKinds) counts[kind] = Number(row[kind]);
  return counts;
}

/** As `mayDecide`. The hindrance is asked about once for each person who requested. */
const decidableProposals = (person: string) => sql`
  select coalesce(sum(p.count), 0) from (
    select proposed_by, count(*) as count from proposals
    where status = 'open' and (proposed_by <> ${person} or proposed_at <= now() - interval '1 day')
    group by proposed_by
  ) p
  join users u on u.id = ${person} and u.role = 'admin' and not u.banned
  cross join lateral decision_hindrance(u.id, p.proposed_by) h
  where h.kind is null and (
    p.proposed_by <> u.id or not exists (select from users o where o.role = 'admin' and not o.banned and o.id <> u.id)
  )
`;

/** As `confirmOfflineDonation` decides. */
const confirmableDonations = (person: string) => sql`
  select coalesce(sum(e.count), 0) from (
    select entered_by, count(*) as count from offline_donations where status = 'entered' group by entered_by
  ) e
  cross join lateral decision_hindrance(${person}, e.entered_by, 'staff') h
  where h.kind is null and (
    e.entered_by <> ${person}
    or not exists (
      select from users o where o.role in ('staff', 'admin') and not o.banned and o.id <> ${person}
    )
  )
`;

export type CollectorHealth = {
  provider: ProviderName;
  /** When a payment was last confirmed. A reversal is none. */
  lastPaid: Date | null;
  lastCallback: Date | null;
  paidInHour: number;
  /** The provider refused or could not be reached. */
  failedInHour: number;
  /** The donor did not answer, declined or could not pay. */
  unpaidInHour: number;
};

/** Reads only the latest payments and messages, so that the cost does not grow with older ones. */
const recent = 10_000;

export async function readCollectors(db: Reads): Promise<CollectorHealth[]> {
  const { rows } = await sql<{
    provider: ProviderName;
    last_paid: Date | null;
    last_callback: Date | null;
    paid: bigint;
  }>`
    with latest as (
      select provider, status, settled_at, donation_id from payments order by id desc limit ${recent}
    ),
    -- A reversal settles a payment again, at a time when nothing was paid.
    paid as (
      select l.provider, case l.status when 'succeeded' then l.settled_at else d.completed_at end as paid_at
      from latest l join donations d on d.id = l.donation_id
      where l.status in ('succeeded', 'reversed')
    ),
    heard as (
      select provider, kind, received_at from provider_messages order by id desc limit ${recent}
    )
    select
      each_provider.name as provider,
      (select max(paid_at) from paid where provider = each_provider.name) as last_paid,
      (select max(received_at) from heard where provider = each_provider.name and kind = 'callback') as last_callback,
      (
        select count(*) from paid
        where provider = each_provider.name and paid_at > now() - interval '1 hour'
      ) as paid
    from (values ('azampay'), ('selcom')) as each_provider (name)
  `.execute(db);
  const failures = await readFailuresOfHour(db);
  return rows.map(({ provider, ...row }) => {
    const failed = failures.filter((each) => each.provider === provider);
    const unpaidInHour = failed.filter(({ isOfDonor }) => isOfDonor).length;
    return {
      provider,
      lastPaid: row.last_paid,
      lastCallback: row.last_callback,
      paidInHour: Number(row.paid),
      failedInHour: failed.length - unpaidInHour,
      unpaidInHour,
    };
  });
}

async function readFailuresOfHour(db: Reads) {
  const rows = await db
    .selectFrom("payments as p")
    .select((is) => [
      ...(["p.provider", "p.status", "p.failure", "p.kept_reason", "p.pay_number"] as const),
      ...[lastWord(is).as("said"), isClosedByStaff(is).as("closed_by_staff")],
    ])
    .where(sql<boolean>`p.id > (select coalesce(max(id), 0) - ${recent} from payments)`)
    .where("p.status", "in", ["failed", "cancelled"])
    .where("p.settled_at", ">", sql<Date>`now() - interval '1 hour'`)
    .execute();
  return rows.map(({ provider, status, ...row }) => {
    const failure = failureOf({
      status,
      providerWord: row.said ?? row.failure ?? "",
      keptReason: row.kept_reason,
      closedByStaff: Boolean(row.closed_by_staff),
      byNumber: row.pay_number,
    });
    return { provider, isOfDonor: isOfDonor(failure) };
  });
}
