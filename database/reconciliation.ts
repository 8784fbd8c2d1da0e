import { sql } from "kysely";
import { addDays, timeZone, type Day } from "#domain/calendar.ts";
import type { Currency, Money } from "#domain/money.ts";
import type { PaymentStatus } from "#domain/payment.ts";
import type { Outcome } from "#domain/provider.ts";
import type { LineState } from "#domain/statement.ts";
import { asPage, pageOf, type Asked, type ListPage } from "./list-page.ts";
import type { Reads } from "./sql.server.ts";
import type { Collector } from "./tables.ts";

export type ReconciledDay = {
  day: Day;
  currency: Currency;
  /** What our ledger booked, and how much of it the statement lists too. */
  ledger: bigint;
  matched: bigint;
  /** What the statement lists and the ledger has not. */
  open: bigint;
  /** Whether a statement tells of this day. */
  isCovered: boolean;
};

/** A provider's days, newest first: ledger against statement. A line that agrees counts on the ledger's day. */
export async function listReconciledDays(
  db: Reads,
  provider: Collector,
  { from, to }: { from: Day; to: Day },
): Promise<ReconciledDay[]> {
  const begin = new Date(`${from}T00:00:00+03:00`);
  const end = new Date(`${addDays(to, 1)}T00:00:00+03:00`);
  const { rows } = await sql<{
    day: Day;
    currency: Currency;
    ledger: string;
    matched: string;
    open: string;
    covered: boolean;
  }>`
    with booked as (
      select (j.occurred_at at time zone ${timeZone})::date as day, y.currency, y.amount,
        exists (
          select from statement_standings s where s.payment_id = j.payment_id and s.outcome = 'paid' and s.state <> 'open'
        ) as listed
      from journal j
      join postings y on y.journal_id = j.id and y.account = ${`provider_receivable:${provider}`}
      where j.kind in ('gift', 'fee') and j.occurred_at >= ${begin} and j.occurred_at < ${end}
    ),
    sums as (
      select day, currency, amount as ledger, case when listed then amount else 0 end as matched, 0 as open from booked
      union all
      select day, currency, 0, 0, coalesce(amount, asked, 0)
      from statement_standings
      where provider = ${provider} and state = 'open' and day between ${from} and ${to}
    )
    select day, currency, sum(ledger) as ledger, sum(matched) as matched, sum(open) as open,
      exists (
        select from statements t where t.provider = ${provider} and sums.day between t.from_day and t.to_day
      ) as covered
    from sums group by day, currency order by day desc, currency
  `.execute(db);
  return rows.map(({ day, currency, covered, ...sum }) => ({
    day,
    currency,
    ledger: BigInt(sum.ledger),
    matched: BigInt(sum.matched),
    open: BigInt(sum.open),
    isCovered: covered,
  }));
}

export type ListedLine = {
  id: bigint;
  key: string;
  statement: string;
  line: number;
  day: Day | null;
  outcome: Outcome;
  amount: Money | null;
  state: LineState;
  since: Date;
  payment: { donationId: bigint; status: PaymentStatus; asked: Money } | null;
  caseId: bigint | null;
  ignoredReason: string | null;
};

export type LineFilter = { provider: Collector; state: LineState | null; day: Day | null };

/** Oldest first: what has been open longest needs somebody most. */
export async function listStatementLines(
  db: Reads,
  { provider, state, day }: LineFilter,
  asked: Asked,
): Promise<ListPage<ListedLine>> {
  const found = db
    .selectFrom("statement_standings as s")
    .innerJoin("statements as t", "t.id", "s.statement_id")
    .select([
      ...(["s.id", "s.key", "s.line", "s.day", "s.outcome", "s.amount", "s.currency", "s.state"] as const),
      ...(["s.first_seen_at", "s.donation_id", "s.payment_status", "s.asked"] as const),
      ...(["s.ignored_reason", "t.name"] as const),
    ])
    .select(({ selectFrom }) =>
      selectFrom("cases as k")
        .select(({ fn }) => fn.max("k.id").as("id"))
        .where(
          sql<boolean>`((k.payment_id is not null and k.payment_id = s.payment_id) or k.subject = s.provider || ':' || s.key)`,
        )
        .as("case_id"),
    )
    .where("s.provider", "=", provider)
    .$if(state !== null, (query) => query.where("s.state", "=", state))
    .$if(day !== null, (query) => query.where("s.day", "=", day));
  const oldest = { from: sql`statement_lines as s`, by: [sql`s.id`], descending: false };
  const rows = await pageOf(found, oldest, asked).execute();
  const lines = rows.map((row): ListedLine => {
    const { currency, donation_id: donationId, payment_status: status, asked: sum } = row;
    const isOurs = donationId !== null && status !== null && sum !== null;
    return {
      id: row.id,
      key: row.key,
      statement: row.name,
      line: row.line,
      day: row.day,
      outcome: row.outcome,
      amount: row.amount === null ? null : { amount: row.amount, currency },
      state: row.state,
      since: row.first_seen_at,
      payment: isOurs ? { donationId, status, asked: { amount: sum, currency } } : null,
      caseId: row.case_id,
      ignoredReason: row.ignored_reason,
    };
  });
  return asPage(lines, asked);
}

export type TakenStatement = {
  id: bigint;
  name: string;
  lines: number;
  from: Day | null;
  to: Day | null;
  by: string | null;
  at: Date;
};

export async function listStatements(db: Reads, provider: Collector, most = 8): Promise<TakenStatement[]> {
  const rows = await db
    .selectFrom("statements as t")
    .leftJoin("users as u", "u.id", "t.taken_by")
    .select(["t.id", "t.name", "t.line_count", "t.from_day", "t.to_day", "t.taken_at", "u.name as by"])
    .where("t.provider", "=", provider)
    .orderBy("t.taken_at", "desc")
    .limit(most)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    lines: row.line_count,
    from: row.from_day,
    to: row.to_day,
    by: row.by,
    at: row.taken_at,
  }));
}
