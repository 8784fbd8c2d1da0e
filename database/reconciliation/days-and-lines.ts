import { sql } from "kysely";
import { z } from "zod";
import { addDays, timeZone, type Day } from "#domain/system/calendar.ts";
import type { Range } from "#domain/donations/statistics.ts";
import { currencies, type Currency, type Money } from "#domain/money/money.ts";
import type { PaymentStatus } from "#domain/payments/status.ts";
import type { Outcome, ProviderName } from "#domain/payments/provider.ts";
import type { LineState } from "#domain/reconciliation/statement.ts";
import { lookedUp, readSumsOfDays, type SumsOfDays } from "#database/system/sums-of-days.ts";
import { asPage, pageOf, type ListQuery, type ListPage } from "#database/list-page.ts";
import type { Reads } from "#database/sql.server.ts";

export type ReconciledDay = {
  day: Day;
  currency: Currency;
  /** Ledger total of payments requested from the provider. `matched` and `inCases` are parts of this total. */
  ledger: bigint;
  matched: bigint;
  unlisted: bigint;
  inCases: bigint;
  /** Lines in the statement that the ledger does not have. */
  open: bigint;
  /** Differences on either side that staff have decided on. */
  left: bigint;
};

/** A provider's days, newest first: ledger against statement. A matched line counts on the ledger's day. */
export async function listReconciledDays(
  db: Reads,
  provider: ProviderName,
  range: Range,
): Promise<ReconciledDay[]> {
  const rows = await readSumsOfDays(db, reconciledSums[provider], range);
  return rows
    .map(({ day, currency, ...sum }) => ({
      day,
      currency,
      ledger: BigInt(sum.ledger),
      matched: BigInt(sum.matched),
      unlisted: BigInt(sum.unlisted),
      inCases: BigInt(sum.in_cases),
      open: BigInt(sum.open),
      left: BigInt(sum.left_alone),
    }))
    .toSorted((a, b) => compareText(b.day, a.day) || compareText(a.currency, b.currency));
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const reconciledShape = z.object({
  day: z.string(),
  currency: z.enum(currencies),
  ...{ ledger: z.string(), matched: z.string(), unlisted: z.string(), in_cases: z.string() },
  ...{ open: z.string(), left_alone: z.string() },
});
type ReconciledSums = z.output<typeof reconciledShape>;

const reconciledSumsOf = (provider: ProviderName): SumsOfDays<ReconciledSums> => ({
  subject: `reconciliation ${provider}`,
  rows: z.array(reconciledShape),
  add: (db, range) => addReconciledDays(db, provider, range),
  findUnsettled: (db, range) => findUnsettledDays(db, provider, range),
});

export const reconciledSums = { azampay: reconciledSumsOf("azampay"), selcom: reconciledSumsOf("selcom") };

export async function addReconciledDays(
  db: Reads,
  provider: ProviderName,
  { from, to }: Range,
): Promise<ReconciledSums[]> {
  const { rows } = await sql<ReconciledSums>`
    with booked as materialized (${bookedDonations(provider, { from, to })}),
    sums as (
      select day, currency, amount as ledger,
        case when standing = 'matched' then amount else 0 end as matched,
        case when standing in ('unlisted', 'in-case') then amount else 0 end as unlisted,
        case when standing = 'in-case' then amount else 0 end as in_cases,
        0 as open,
        case when standing = 'left' then amount else 0 end as left_alone
      from booked
      union all
      select day, currency, 0, 0, 0, 0,
        case when state in ('open', 'unclear') then coalesce(amount, asked, 0) else 0 end,
        case when state = 'ignored' then coalesce(amount, asked, 0) else 0 end
      from statement_standings
      where provider = ${provider} and day between ${from} and ${to}
        and (state in ('open', 'unclear') or state = 'ignored' and payment_status is distinct from 'succeeded'
          and payment_status is distinct from 'reversed')
    )
    select day, currency, sum(ledger)::text as ledger, sum(matched)::text as matched, sum(unlisted)::text as unlisted,
      sum(in_cases)::text as in_cases, sum(open)::text as open, sum(left_alone)::text as left_alone
    from sums group by day, currency
  `.execute(db);
  return rows;
}

/**
 * Days that a change of another table can change: an answer for a donation without one, the provider's reference for a
 * payment without one, or a payment that began after the day of its line.
 */
async function findUnsettledDays(db: Reads, provider: ProviderName, { from, to }: Range): Promise<Day[]> {
  const entries = sql`
    journal j
    join postings y on y.journal_id = j.id and y.account = ${`provider_receivable:${provider}`}
    join payments p on p.id = j.payment_id
    where j.kind in ('donation', 'fee') and j.occurred_at >= ${startOfDay(from)} and j.occurred_at < ${startOfDay(addDays(to, 1))}
  `;
  const { rows } = await sql<{ day: Day }>`
    select fund_day(j.occurred_at) as day from ${entries}
      -- No answer will come for the demonstration's donations.
      and p.reference not like 'past-%' and not exists (select from provider_messages m where m.payment_id = p.id and m.kind = 'answer')
    union
    select fund_day(j.occurred_at) from ${entries} and p.provider_reference is null
      and exists (select from statement_lines l where l.payment_id = p.id and l.provider_reference is not null)
    union
    select l.day from statement_lines l join payments p on p.id = l.payment_id
    where l.provider = ${provider} and l.day between ${from} and ${to}
      and case when p.status in ('succeeded', 'reversed')
        then p.provider_reference is null and l.provider_reference is not null
        else fund_day(p.created_at) > l.day
      end
  `.execute(db);
  return rows.map(({ day }) => day);
}

const startOfDay = (day: Day) => new Date(`${day}T00:00:00+03:00`);

/**
 * Compares each donation of a provider with its statements, by the same facts as their lines and cases. Each table is
 * read once and joined. A subquery for each donation of many days, and a copy of it for each figure, would take seconds
 * for a storm.
 */
const bookedDonations = (provider: ProviderName, range: Range) => sql`
  with entries as materialized (
    select (j.occurred_at at time zone ${timeZone})::date as day, y.currency, y.amount, p.id as payment_id,
      p.donation_id, p.status
    from journal j
    cross join lateral (
      select * from payments where id = j.payment_id and provider = ${provider} ${lookedUp(range)}
    ) p
    cross join lateral (
      select * from postings where journal_id = j.id and account = ${`provider_receivable:${provider}`} ${lookedUp(range)}
    ) y
    where j.kind in ('donation', 'fee')
      and j.occurred_at >= ${startOfDay(range.from)} and j.occurred_at < ${startOfDay(addDays(range.to, 1))}
      -- A provider cannot list payments that it was never asked for, such as the demonstration's donations.
      and exists (
        select from provider_messages m where m.payment_id = p.id and m.kind = 'answer' ${lookedUp(range)}
      )
  ),
  matched as materialized (
    select distinct s.payment_id
    from entries e join statement_standings s on s.payment_id = e.payment_id
    where s.state = 'matched'
      or s.state = 'ignored' and s.outcome = 'paid' and coalesce(s.amount, s.asked) = s.asked
  ),
  about as materialized (
    select k.payment_id, bool_or(k.status = 'open') as is_open
    from cases k
    where k.payment_id in (select payment_id from entries) and coalesce(k.decision, '') not in ('matched', 'import-undone')
      and (k.kind = 'not-listed' or k.kind = 'mismatch' and k.details ->> 'source' = 'statement')
    group by k.payment_id
  )
  select e.*,
    case
      when m.payment_id is not null then 'matched'
      when a.is_open then 'in-case'
      when e.status = 'reversed' or a.payment_id is not null then 'left'
      else 'unlisted'
    end as standing
  from entries e
  left join matched m on m.payment_id = e.payment_id
  left join about a on a.payment_id = e.payment_id
`;

export type UnlistedDonation = {
  paymentId: bigint;
  donationId: bigint;
  amount: Money;
  caseId: bigint | null;
};

/** Ledger entries of a day that no statement lists, without a decision by staff. */
export async function listUnlistedDonations(
  db: Reads,
  provider: ProviderName,
  day: Day,
  most: number,
): Promise<UnlistedDonation[]> {
  const { rows } = await sql<{
    payment_id: bigint;
    donation_id: bigint;
    currency: Currency;
    amount: string;
    case_id: bigint | null;
  }>`
    select b.payment_id, b.donation_id, b.currency, sum(b.amount) as amount,
      (select max(k.id) from cases k where k.payment_id = b.payment_id and k.status = 'open') as case_id
    from (${bookedDonations(provider, { from: day, to: day })}) b
    where b.standing in ('unlisted', 'in-case')
    group by b.payment_id, b.donation_id, b.currency
    order by b.payment_id
    limit ${most}
  `.execute(db);
  return rows.map((row) => ({
    paymentId: row.payment_id,
    donationId: row.donation_id,
    amount: { amount: BigInt(row.amount), currency: row.currency },
    caseId: row.case_id,
  }));
}

export type ListedLine = {
  id: bigint;
  key: string;
  statement: string;
  line: number;
  day: Day | null;
  outcome: Outcome;
  failure: "declined" | "cancelled" | null;
  amount: Money | null;
  state: LineState;
  since: Date;
  payment: { donationId: bigint; status: PaymentStatus; listQuery: Money } | null;
  caseId: bigint | null;
  ignoredReason: string | null;
};

export type LineFilter = {
  provider: ProviderName;
  state: LineState | null;
  day: Day | null;
  statement: bigint | null;
};

/** Oldest first, because the longest open lines need staff most. */
export async function listStatementLines(
  db: Reads,
  { provider, state, day, statement }: LineFilter,
  listQuery: ListQuery,
): Promise<ListPage<ListedLine>> {
  const found = db
    .selectFrom("statement_standings as s")
    .innerJoin("statements as t", "t.id", "s.statement_id")
    .select([
      ...(["s.id", "s.key", "s.line", "s.day", "s.outcome", "s.amount", "s.currency", "s.state"] as const),
      ...(["s.first_seen_at", "s.donation_id", "s.payment_status", "s.asked"] as const),
      ...(["s.ignored_reason", "t.name", "s.failure"] as const),
    ])
    .select(({ selectFrom }) =>
      selectFrom("cases as k")
        .select(({ fn }) => fn.max("k.id").as("id"))
        .where(
          sql<boolean>`(
            (k.payment_id is not null and k.payment_id = s.payment_id)
            or k.subject = s.provider || ':' || s.key
            or s.state = 'unclear' and k.subject = s.provider || '-status:' || lower(coalesce(s.said, ''))
          )`,
        )
        .as("case_id"),
    )
    .where("s.provider", "=", provider)
    .$if(state !== null, (query) => query.where("s.state", "=", state))
    .$if(day !== null, (query) => query.where("s.day", "=", day))
    .$if(statement !== null, (query) =>
      // A later statement can repeat the lines of an earlier one.
      query.where(({ eb, or }) =>
        or([eb("s.statement_id", "=", statement), eb("s.last_statement_id", "=", statement)]),
      ),
    );
  const oldest = { from: sql`statement_lines as s`, by: [sql`s.id`], descending: false };
  const rows = await pageOf(found, oldest, listQuery).execute();
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
      failure: row.failure,
      amount: row.amount === null ? null : { amount: row.amount, currency },
      state: row.state,
      since: row.first_seen_at,
      payment: isOurs ? { donationId, status, listQuery: { amount: sum, currency } } : null,
      caseId: row.case_id,
      ignoredReason: row.ignored_reason,
    };
  });
  return asPage(lines, listQuery);
}

export type ImportedStatement = {
  id: bigint;
  name: string;
  source: "file" | "list";
  status: "preview" | "imported" | "undone";
  rows: number;
  by: string | null;
  at: Date;
};

/** Null also for a statement of another provider. */
export async function findStatementName(
  db: Reads,
  provider: ProviderName,
  id: bigint,
): Promise<string | null> {
  const row = await db
    .selectFrom("statements")
    .select("name")
    .where("provider", "=", provider)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function listStatements(
  db: Reads,
  provider: ProviderName,
  most = 8,
): Promise<ImportedStatement[]> {
  const rows = await db
    .selectFrom("statements as t")
    .leftJoin("users as u", "u.id", "t.imported_by")
    .select(["t.id", "t.name", "t.source", "t.status", "t.row_count", "t.imported_at", "u.name as by"])
    .where("t.provider", "=", provider)
    .orderBy("t.imported_at", "desc")
    .limit(most)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    source: row.source,
    status: row.status,
    rows: row.row_count,
    by: row.by,
    at: row.imported_at,
  }));
}
