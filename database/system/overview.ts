import { sql, type RawBuilder } from "kysely";
import { addDays, type Day } from "#domain/system/calendar.ts";
import type { Money } from "#domain/money/money.ts";
import { lacksRulingSoon } from "#database/campaigns/held.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { failureOf, isOfDonor } from "#domain/payments/failure-reason.ts";
import { isClosedByStaff, lastWord } from "#database/donations/ended-payment.ts";
import { decisionMoment } from "#database/accounts/decision-moment.ts";
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

/** The tasks that this person can decide later: the first from this time, all from that. */
export type Later = { count: number; from: Date; allFrom: Date };

type LaterKind = "proposals" | "offline";

export type Waiting = Record<(typeof waitingKinds)[number], number> & {
  later: Record<LaterKind, Later | null>;
};

type LaterRow = { count: number; from: string | null; all_from: string | null };
type WaitingRow = Record<(typeof waitingKinds)[number], bigint> & {
  laterProposals: LaterRow;
  laterOffline: LaterRow;
};

/** The tasks that this person can decide, now or at a known time. */
export async function readWaiting(db: Reads, person: string): Promise<Waiting> {
  const { rows } = await sql<WaitingRow>`
    select
      (
        select count(*) from payments where ${isOpenLong}
      ) as pending,
      (
        select count(*) from cases k where status = 'open'
          and not exists (select from proposals r where r.subject = 'case:' || k.id and r.status = 'open')
      ) as cases,
      asked.now as proposals, asked.later as "laterProposals",
      (select count(*) from submissions where status = 'submitted') as submissions,
      (select count(*) from change_requests where status = 'pending') as changes,
      entered.now as offline, entered.later as "laterOffline",
      (
        select count(*) from donations d
        where is_shown and message is not null and status = 'completed' and reversed_at is null
          and not exists (select from support_messages s where s.donation_id = d.id)
      ) as messages,
      (select count(*) from record_drafts where failure is not null) as drafts,
      (select count(*) from campaigns c where ${lacksRulingSoon}) as rulings,
      (select count(*) from external_figures where lower_at is not null) as "lowerFigures"
    from (${decidableProposals(person)}) asked, (${confirmableDonations(person)}) entered
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the count returned no row");
  const none = { pending: 0, cases: 0, proposals: 0, submissions: 0, changes: 0 };
  const later = { proposals: laterOf(row.laterProposals), offline: laterOf(row.laterOffline) };
  const counts: Waiting = { ...none, offline: 0, messages: 0, drafts: 0, rulings: 0, lowerFigures: 0, later };
  for (const kind of waitingKinds) counts[kind] = Number(row[kind]);
  return counts;
}

const laterOf = ({ count, from, all_from: allFrom }: LaterRow): Later | null =>
  from === null || allFrom === null ? null : { count, from: new Date(from), allFrom: new Date(allFrom) };

/** As `mayDecide`. The hindrance is asked about once for each person who requested. */
const decidableProposals = (person: string) => sql`
  select ${nowAndLater} from (
    select case when p.proposed_by = d.person then greatest(d.moment, p.proposed_at + interval '1 day') else d.moment end
      as moment
    from (${momentsFor(person, { table: sql`proposals`, by: sql`proposed_by`, open: "open", lowest: "admin" })}) d
    join proposals p on p.proposed_by = d.asker and p.status = 'open'
  ) as waits
`;

/** As `confirmOfflineDonation` decides. */
const confirmableDonations = (person: string) => sql`
  select ${nowAndLater} from (
    select d.moment
    from (${momentsFor(person, { table: sql`offline_donations`, by: sql`entered_by`, open: "entered", lowest: "staff" })}) d
    join offline_donations e on e.entered_by = d.asker and e.status = 'entered'
  ) as waits
`;

const nowAndLater = sql`
  count(*) filter (where moment <= now()) as now,
  json_build_object(
    'count', count(*) filter (where moment > now()),
    'from', min(moment) filter (where moment > now()), 'all_from', max(moment) filter (where moment > now())
  ) as later
`;

type Asked = { table: Sql; by: Sql; open: string; lowest: "staff" | "admin" };
type Sql = RawBuilder<unknown>;

/** For each person who asked: from when this person can decide. Their own only while no one else has the role. */
function momentsFor(person: string, { table, by, open, lowest }: Asked) {
  const roles = lowest === "admin" ? ["admin"] : ["staff", "admin"];
  const moment = decisionMoment({ decider: sql`u.id`, proposer: sql`a.asker`, lowest });
  return sql`
    select u.id as person, a.asker, ${moment} as moment
    from (select distinct ${by} as asker from ${table} where status = ${open}) a
    join users u on u.id = ${person} and u.role = any(${roles}::text[]) and not u.banned
    where a.asker <> u.id or not exists (
      select from users o where o.role = any(${roles}::text[]) and not o.banned and o.id <> u.id
    )
  `;
}

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
