import { sql } from "kysely";
import { timeZone } from "#domain/system/calendar.ts";
import { recordedPayments } from "#database/installation.ts";
import type { Reads } from "#database/sql.server.ts";
import { donorMessages, givenNames, surnames } from "./demo-content.ts";

export type History = {
  donations: number;
  /** New campaigns for this history. Existing campaigns get donations too. */
  campaigns: number;
  days: number;
  /** The last donation is an hour before this. */
  now: Date;
};

/**
 * Writes years of donations in minutes, with payments, journals and totals. The same database always gets the same
 * donations. Triggers are off, so the ledger checks prove that the result is correct.
 */
export async function writeHistory(
  db: Reads,
  history: History,
  say: (line: string) => void = () => {},
): Promise<"written" | "refused"> {
  if (await hasRealDonations(db)) return "refused";
  await withoutTriggers(db, (tx) => writeCampaigns(tx, history));
  const step = (history.days * aDay) / Math.max(history.donations, 1);
  for (let done = 0; done < history.donations; done += batch) {
    const count = Math.min(batch, history.donations - done);
    const from = new Date(history.now.getTime() - anHour - (history.donations - done) * step);
    await withoutTriggers(db, (tx) => writeBatch(tx, { count, from, step, ...history }));
    if (history.donations > batch) say(`${done + count} of ${history.donations} donations`);
  }
  await tidy(db);
  return "written";
}

const aDay = 86_400_000;
const anHour = 3_600_000;
const batch = 100_000;

async function hasRealDonations(db: Reads): Promise<boolean> {
  if ((await recordedPayments(db)) === "live") return true;
  const real = await db
    .selectFrom("payments")
    .select("id")
    .where("reference", "not like", "past-%")
    .where("reference", "not like", "history-%")
    .limit(1)
    .executeTakeFirst();
  return real !== undefined;
}

const tables = [
  ...(["campaigns", "donations", "payments", "cases", "journal", "postings", "provider_messages"] as const),
  ...(["campaign_totals", "fund_totals", "daily_totals"] as const),
];

/** The triggers are off in this transaction only. Other writers wait for its end. */
function withoutTriggers(db: Reads, work: (tx: Reads) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = '1min'`.execute(tx);
    await sql`set local synchronous_commit = off`.execute(tx);
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    await work(tx);
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  });
}

/** Every twentieth is in dollars, every tenth for Zakat. */
async function writeCampaigns(tx: Reads, { campaigns, days, now }: History): Promise<void> {
  await sql`
    insert into campaigns (
      id, title, description, category, sub_type, is_zakat_eligible, currency, goal_amount, priority,
      start_date, end_date, created_at, updated_at
    )
    select
      'history-' || n,
      (array['Hostel', 'Laboratory', 'Library', 'Bursary', 'Well', 'Clinic'])[n % 6 + 1] || ' number ' || n,
      'The purpose of campaign number ' || n || ', in a sentence or two of the usual length on a card in the list.',
      case when n % 10 = 0 then 'zakat' else (array['research', 'alumni', 'scholarship', 'events'])[n % 4 + 1] end,
      'n/a', n % 10 = 0, case when n % 20 = 7 then 'USD' else 'TZS' end, 1000000 * (1 + n % 90), 999,
      began, ${now}::date + 30 + n % 300, began, began
    from generate_series(1, ${campaigns}::integer) n,
      lateral (select (${now}::timestamptz - make_interval(days => ${days}))::date as began) of_time
    on conflict (id) do nothing
  `.execute(tx);
  await sql`
    insert into campaign_totals (campaign_id, currency, goal_amount)
    select id, currency, goal_amount from campaigns
    on conflict (campaign_id) do nothing
  `.execute(tx);
}

type Batch = History & { count: number; from: Date; step: number };

async function writeBatch(tx: Reads, wanted: Batch): Promise<void> {
  await chooseDonations(tx, wanted);
  await writeDonations(tx, wanted.now);
  await writePayments(tx);
  await writeJournals(tx, wanted.now);
  await addToTotals(tx);
  await writeMessages(tx);
  // No trigger reported the changed days.
  await tx.deleteFrom("day_sums").execute();
}

/** Random, but always the same for the same id. */
const chance = (seed: number) =>
  sql<number>`((hashint8extended(n.id, ${sql.lit(seed)}) & 2147483647) / 2147483648::float8)`;

const oneOf = (choices: readonly (string | number)[], seed: number) =>
  sql`(${sql.val(choices)}::text[])[1 + floor(${chance(seed)} * ${sql.lit(choices.length)})::integer]`;

// The cube gives most donations to a few campaigns, as in real funds.
async function chooseDonations(tx: Reads, { count, from, step }: Batch): Promise<void> {
  await sql`
    create temporary table history_campaigns on commit drop as
    select row_number() over (order by priority, md5(id)) as place, id, currency,
      is_zakat_eligible as zakat
    from campaigns where status in ('active', 'paused', 'completed') and archived_at is null
  `.execute(tx);
  await sql`create unique index on history_campaigns (place)`.execute(tx);
  await sql`analyze history_campaigns`.execute(tx);
  await sql`
    create temporary table history_donations on commit drop as
    with numbered as (
      select nextval('donations_id_seq') as id, i
      from generate_series(0, ${count - 1}::integer) i
    ),
    thrown as (
      select n.id, ${from}::timestamptz + make_interval(secs => (n.i + ${chance(14)}) * ${step / 1000}) as at,
        ${chance(1)} as place, ${chance(2)} as amount, ${chance(3)} as way, ${chance(4)} as fate, ${chance(5)} as donor_kind,
        ${oneOf(givenNames, 6)} || ' ' || ${oneOf(surnames, 7)} as name,
        case when ${chance(8)} < 0.15 then ${oneOf(donorMessages, 9)} end as message,
        ${oneOf(["Mpesa", "Mpesa", "Mpesa", "Tigo", "Tigo", "Airtel", "Halopesa"], 10)} as network,
        '2557' || lpad(floor(${chance(11)} * 100000000)::bigint::text, 8, '0') as phone,
        (2008 + floor(${chance(12)} * 18))::text as year,
        case when ${chance(13)} < 0.6 then 'sw' else 'en' end as language
      from numbered n
    ),
    given as (
      select t.*, c.id as campaign_id, c.currency, c.zakat,
        case c.currency
          when 'USD' then (array[500, 1000, 2500, 5000, 10000, 25000])[1 + floor(t.amount * 6)::integer]
          else (array[1000, 2000, 5000, 10000, 20000, 50000, 100000, 250000, 1000000])[1 + floor(t.amount * 9)::integer]
        end::bigint as donated,
        case
          when t.way < 0.03 then (array['bank', 'cash'])[1 + floor(t.way * 66)::integer]
          when c.currency = 'USD' or t.way < 0.13 then 'card'
          when t.way < 0.3 then 'page'
          else 'push'
        end as by
      from thrown t
      join history_campaigns c
        on c.place = (1 + floor((select count(*) from history_campaigns) * t.place ^ 3))::bigint
    )
    select g.*, nextval('payments_id_seq') as payment_id,
      'history-' || lpad(to_hex(g.id), 18, '0') as reference,
      case when by in ('bank', 'cash') then 'offline' when by = 'push' then 'azampay' else 'selcom' end as provider,
      case when by = 'card' then donated * 35 / 1000 else 0 end as fee,
      case
        when by in ('bank', 'cash') or fate < 0.88 then 'succeeded'
        when fate < 0.882 then 'reversed'
        when fate < 0.9999 then 'failed'
        else 'review'
      end as status,
      at + interval '45 seconds' as settled_at,
      donor_kind < 0.25 as anonymous,
      donor_kind >= 0.25 and donor_kind < 0.5 as alumni
    from given g
  `.execute(tx);
  await sql`analyze history_donations`.execute(tx);
}

// Milliseconds alone would repeat, so the external id gets three more digits.
async function writeDonations(tx: Reads, now: Date): Promise<void> {
  await sql`
    insert into donations (
      id, campaign_id, amount, currency, donor_name, donor_email, is_anonymous, message, status, provider, external_id,
      transaction_id, is_alumni_donation, graduation_year, language, receipt_number, receipt_key, created_at,
      updated_at, completed_at, reversed_at
    )
    select id, campaign_id, donated, currency,
      case when anonymous then 'Anonymous' else name end,
      case when not anonymous then lower(replace(name, ' ', '.')) || '.' || id % 100000 || '@donors.example' end,
      anonymous, message,
      case status when 'failed' then 'failed' when 'review' then 'pending' else 'completed' end,
      provider, campaign_id || '_' || floor(extract(epoch from at) * 1000)::bigint || lpad((id % 1000)::text, 3, '0'),
      case when completed then 'at-' || reference end, alumni, case when alumni then year end, language,
      case when completed then nextval('receipt_numbers') end,
      translate(substr(encode(sha256(reference::bytea), 'base64'), 1, 22), '+/', '-_'),
      at, settled_at, case when completed then settled_at end,
      case when status = 'reversed' then least(settled_at + interval '2 days', ${now}::timestamptz) end
    from history_donations, lateral (select status in ('succeeded', 'reversed') as completed) of_status
    order by id
  `.execute(tx);
}

async function writePayments(tx: Reads): Promise<void> {
  await sql`
    insert into payments (
      id, donation_id, provider, method, reference, provider_reference, status, amount, fee, currency, phone, network,
      failure, created_at, updated_at, settled_at
    )
    select payment_id, id, provider, case when by in ('push', 'page') then 'mobile' else by end, reference,
      case when status in ('succeeded', 'reversed') then 'at-' || reference end, status, donated + fee, fee, currency,
      case when by = 'push' then phone end, case when by = 'push' then network end,
      case when status = 'failed' then 'The payer declined' end,
      at, settled_at, case when status <> 'review' then settled_at end
    from history_donations order by id
  `.execute(tx);
  await sql`
    insert into cases (kind, payment_id, details, opened_at)
    select 'no-answer', payment_id, '{"status": "pending"}', settled_at from history_donations where status = 'review'
  `.execute(tx);
}

async function writeJournals(tx: Reads, now: Date): Promise<void> {
  await sql`
    create temporary table history_journals on commit drop as
    select nextval('journal_id_seq') as id, j.*
    from (
      select g.payment_id, entry.kind, g.status = 'reversed' as undone, false as undoes, entry.amount, g.currency,
        g.settled_at as at, entry.campaign_id,
        case when g.provider = 'offline' then g.by else 'provider_receivable:' || g.provider end as debit,
        entry.credit
      from history_donations g, lateral (values
        ('donation', g.donated, g.campaign_id, case when g.zakat then 'zakat:' else 'campaign:' end || g.campaign_id),
        ('fee', g.fee, null, 'fee_income')
      ) entry (kind, amount, campaign_id, credit)
      where g.status in ('succeeded', 'reversed') and entry.amount > 0
      order by g.id
    ) j
  `.execute(tx);
  await sql`
    insert into history_journals (id, payment_id, kind, undone, undoes, amount, currency, at, campaign_id, debit, credit)
    select nextval('journal_id_seq'), payment_id, kind, false, true, -amount, currency,
      least(at + interval '2 days', ${now}::timestamptz), campaign_id, debit, credit
    from history_journals where undone
  `.execute(tx);
  await sql`
    insert into journal (id, kind, payment_id, reversed_of, occurred_at, created_at)
    select j.id, case when j.undoes then j.kind || '-reversal' else j.kind end, j.payment_id, first.id, j.at, j.at
    from history_journals j
    left join history_journals first
      on j.undoes and first.undone and first.payment_id = j.payment_id and first.kind = j.kind
    order by j.id
  `.execute(tx);
  await sql`
    insert into postings (journal_id, line, account, amount, currency, campaign_id)
    select j.id, entry.line, entry.account, entry.amount, j.currency, entry.campaign_id
    from history_journals j, lateral (values
      (0, j.debit, j.amount, null), (1, j.credit, -j.amount, j.campaign_id)
    ) entry (line, account, amount, campaign_id)
    order by j.id
  `.execute(tx);
}

async function addToTotals(tx: Reads): Promise<void> {
  const added = sql`sum(amount)::bigint as raised, sum(sign(amount))::bigint as donors`;
  const more = sql`do update set raised = t.raised + excluded.raised, donors = t.donors + excluded.donors`;
  await sql`
    update campaign_totals t set raised = t.raised + more.raised, donors = t.donors + more.donors
    from (select campaign_id, ${added} from history_journals where kind = 'donation' group by campaign_id) more
    where more.campaign_id = t.campaign_id
  `.execute(tx);
  await sql`
    insert into fund_totals as t (currency, slot, raised, donors)
    select currency, 0, ${added} from history_journals where kind = 'donation' group by currency
    on conflict (currency, slot) ${more}
  `.execute(tx);
  await sql`
    insert into daily_totals as t (day, campaign_id, slot, raised, donors)
    select (at at time zone ${timeZone})::date, campaign_id, 0, ${added}
    from history_journals where kind = 'donation' group by 1, 2
    on conflict (day, campaign_id, slot) ${more}
  `.execute(tx);
}

async function writeMessages(tx: Reads): Promise<void> {
  await sql`
    insert into provider_messages (provider, kind, dedupe_key, payment_id, headers, body, verdict, received_at, judged_at)
    select provider, said.kind, case when said.kind = 'callback' then encode(sha256(said.body::bytea), 'hex') end,
      payment_id, case when said.kind = 'callback' then '{"content-type": "application/json"}'::jsonb end, said.body,
      said.verdict, said.at, said.at
    from history_donations, lateral (values
      ('answer', '200 {"success": true, "transactionId": "at-' || reference || '"}', 'accepted', at),
      (
        'callback',
        json_build_object('utilityref', reference, 'amount', (donated + fee)::text, 'transactionstatus',
          case when status = 'failed' then 'failure' else 'success' end, 'operator', network)::text,
        case when status = 'reversed' then 'succeeded' else status end, settled_at
      )
    ) said (kind, body, verdict, at)
    where provider <> 'offline' and status <> 'review'
    order by id
  `.execute(tx);
}

async function tidy(db: Reads): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    // Gives the planner and index-only scans current data.
    await sql`vacuum (analyze) ${sql.join(tables.map((name) => sql.table(name)))}`.execute(one);
    await sql`reset statement_timeout`.execute(one);
    await sql`select pg_notify('amana_changes', 'content'), pg_notify('amana_changes', 'totals')`.execute(
      one,
    );
  });
}
