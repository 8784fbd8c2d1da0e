import { sql, type RawBuilder } from "kysely";
import { addDays, type Day } from "#domain/system/calendar.ts";
import type { SearchMeaning } from "#domain/donations/search.ts";
import { stateOf, type DonationState } from "#domain/donations/state.ts";
import type { Currency, Money } from "#domain/money/money.ts";
import { isRequestNumber, shortLength } from "#domain/payments/donor-reference.ts";
import { openStatuses, type PaymentStatus } from "#domain/payments/status.ts";
import type { PhoneNumber, Network } from "#domain/payments/phone.ts";
import { asPage, goesDown, pageOf, type ListQuery, type ListPage } from "#database/list-page.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import type { PaidThrough } from "#domain/payments/provider.ts";

export const paymentMethods = ["mobile", "card", "bank", "cash"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export type DonationFilter = {
  /** All possible meanings of the search text. Null if there is none. */
  meanings: SearchMeaning[] | null;
  campaign: string | null;
  state: DonationState | null;
  provider: PaidThrough | null;
  method: PaymentMethod | null;
  amount: Money | null;
  /** Donations whose payment has been open longer than payers usually need. */
  open: "long" | null;
  /** Days in the fund's time zone, both inclusive. */
  from: Day | null;
  to: Day | null;
};

const donationOrders = ["-date", "date", "-amount", "amount"] as const;
export type DonationOrder = (typeof donationOrders)[number];

export type ListedDonation = {
  id: bigint;
  orderId: string;
  createdAt: Date;
  name: string;
  email: string | null;
  phone: PhoneNumber | null;
  campaign: string;
  amount: Money;
  state: DonationState;
  payment: PaymentStatus;
  provider: PaidThrough;
  method: PaymentMethod;
  network: Network | null;
};

export async function listDonations(
  db: Reads,
  filter: DonationFilter,
  { order, ...listQuery }: ListQuery & { order: DonationOrder },
): Promise<ListPage<ListedDonation>> {
  const by = order.endsWith("amount") ? amountOrder : dateOrder;
  const looking: Looking = { by, descending: order.startsWith("-"), ...listQuery };
  const ids = await findIds(db, filter, looking);
  if (ids.length === 0) return { rows: [], before: null, after: null };
  const rows = await db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("payments")
          .select(["payments.status", "payments.method", "payments.network", "payments.phone"])
          .whereRef("payments.donation_id", "=", "d.id")
          .orderBy("payments.id", "desc")
          .limit(1)
          .as("p"),
      (join) => join.onTrue(),
    )
    .select([
      ...([
        "d.id",
        "d.external_id",
        "d.created_at",
        "d.donor_name",
        "d.donor_email",
        "d.is_anonymous",
      ] as const),
      ...(["d.amount", "d.currency", "d.status", "d.reversed_at", "d.provider", "c.title"] as const),
      ...(["p.status as payment", "p.method", "p.network", "p.phone"] as const),
    ])
    .where("d.id", "in", ids)
    .orderBy(inOrder(looking))
    .execute();
  const listed = rows.map((row) => ({
    id: row.id,
    orderId: row.external_id,
    createdAt: row.created_at,
    name: row.donor_name,
    email: row.is_anonymous ? null : row.donor_email,
    phone: row.phone,
    campaign: row.title,
    amount: { amount: row.amount, currency: row.currency },
    state: stateOf(row.status, row.reversed_at),
    payment: row.payment,
    provider: row.provider,
    method: row.method,
    network: row.network,
  }));
  return asPage(listed, listQuery);
}

export type FilterTotal = {
  count: number;
  paid: number;
  /** Of the paid donations. Null if there are more donations than were counted. */
  sums: Money[] | null;
};

/** The number of donations that pass a filter, of paid ones, and the sum of the paid amounts by currency. Stops after `most`, unless it is null. */
export async function totalDonations(
  db: Reads,
  filter: DonationFilter,
  most: number | null,
): Promise<FilterTotal> {
  const narrowed = sql<boolean>`${sql.join(
    [...donationConditions(filter), ...betweenDays(sql`d.created_at`, filter)],
    sql` and `,
  )}`;
  const sources = (filter.meanings ?? [null]).map(
    (meaning) => sql`select id, amount, currency, status, reversed_at from ${sourceOf(meaning, narrowed)} d`,
  );
  // A search text without any meaning finds nothing.
  if (sources.length === 0) return { count: 0, paid: 0, sums: [] };
  const limit = most === null ? sql`` : sql`limit ${most + 1}`;
  const isPaid = sql`status = 'completed' and reversed_at is null`;
  const { rows } = await sql<Record<"count" | "paid", bigint> & { currency: Currency; sum: bigint | null }>`
    select currency, count(*) as count, count(*) filter (where ${isPaid}) as paid,
      (sum(amount) filter (where ${isPaid}))::bigint as sum
    from (${sql.join(sources, sql` union `)} ${limit}) d group by currency order by currency
  `.execute(db);
  const count = rows.reduce((all, row) => all + Number(row.count), 0);
  const paid = rows.reduce((all, row) => all + Number(row.paid), 0);
  const sums = rows.flatMap(({ currency, sum }) => (sum === null ? [] : [{ amount: sum, currency }]));
  return most !== null && count > most ? { count: most, paid, sums: null } : { count, paid, sums };
}

type Named = Extract<SearchMeaning, { kind: "name" }>;

type Looking = ListQuery & { by: RawBuilder<unknown>[]; descending: boolean };

async function findIds(db: Reads, filter: DonationFilter, looking: Looking): Promise<bigint[]> {
  const narrowed = sql<boolean>`${sql.join(
    [...donationConditions(filter), ...betweenDays(sql`d.created_at`, filter)],
    sql` and `,
  )}`;
  const pages = await Promise.all(
    (filter.meanings ?? [null]).map((meaning) =>
      meaning?.kind === "name"
        ? findNamed(db, meaning, narrowed, looking)
        : idsFrom(db, sourceOf(meaning, narrowed), looking),
    ),
  );
  const found = pages.filter((ids) => ids.length > 0);
  if (found.length <= 1) return found.flat();
  return idsFrom(db, sql`(select * from donations where id in (${sql.join(found.flat())}))`, looking);
}

/** Rows first scanned for a name. They fill a page of a very common one. */
const near = 1_000;
/** At most so many matches are looked up at once. A scan of the list that fills no page costs more than looking them up. */
const fewMatches = 2_000;
/** Rows then scanned for a name with more matches. */
const farther = 10_000;
/** With at least this many matches, we can estimate how far to scan for a page. With fewer, look up all matches. */
const enoughForIds = 5;

/**
 * The planner cannot estimate how common a name is. For a rare name, fetch all matches. Otherwise scan the list until
 * a page is full.
 */
async function findNamed(
  db: Reads,
  meaning: Named,
  narrowed: Condition,
  looking: Looking,
): Promise<bigint[]> {
  const page = looking.size + 1;
  const along = async (far: number) => {
    const rows = db
      .selectFrom("donations as d")
      .select(["d.id", "d.donor_name", "d.is_anonymous"])
      .where(narrowed);
    const next = pageOf(rows, orderOf(looking), { ...looking, size: far });
    const found = await sql<{ id: bigint }>`
      select d.id from (${next}) as d where ${isNamed(meaning.words)} limit ${page}
    `.execute(db);
    return found.rows.map(({ id }) => id);
  };
  const first = await along(near);
  if (first.length === page) return first;
  const few = await findMatching(db, [meaning], fewMatches);
  if (few !== "many") return few.length === 0 ? [] : idsFrom(db, amongIds(few, narrowed), looking);
  const soon = await along(farther);
  if (soon.length === page) return soon;
  if (soon.length >= enoughForIds) {
    const later = await along(Math.ceil((1.5 * farther * page) / soon.length));
    if (later.length === page) return later;
  }
  return idsFrom(db, sourceOf(meaning, narrowed), looking);
}

const amongIds = (ids: bigint[], narrowed: Condition): Source =>
  sql`(select * from donations d where d.id = any (${ids}::bigint[]) and ${narrowed})`;

type Source = RawBuilder<Tables["donations"]>;

async function idsFrom(db: Reads, source: Source, looking: Looking): Promise<bigint[]> {
  const found = db.selectFrom(source.as("d")).select("d.id");
  const rows = await pageOf(found, orderOf(looking), looking).execute();
  return rows.map(({ id }) => id);
}

const orderOf = ({ by, descending }: Looking) => ({ from: sql`donations as d`, by, descending });

function inOrder({ by, descending, cursor }: Looking) {
  const way = goesDown(descending, cursor) ? sql`desc` : sql`asc`;
  return sql.join(by.map((each) => sql`${each} ${way}`));
}

const dateOrder = [sql`d.created_at`, sql`d.id`];
const amountOrder = [sql`(d.currency = 'TZS')`, sql`d.amount`, ...dateOrder];

type Condition = RawBuilder<boolean>;

/** Filters on donations `d`, without the days and the search text. */
export function donationConditions(
  filter: DonationFilter,
  campaignOf: RawBuilder<unknown> = sql`d.campaign_id`,
): Condition[] {
  const { campaign, state, provider, method, amount, open } = filter;
  const conditions: Condition[] = [sql`true`];
  if (campaign !== null) conditions.push(sql`${campaignOf} = ${campaign}`);
  if (state === "reversed") conditions.push(sql`d.reversed_at is not null`);
  else if (state !== null) conditions.push(sql`d.status = ${state} and d.reversed_at is null`);
  if (provider !== null) conditions.push(sql`d.provider = ${provider}`);
  if (method !== null) {
    // Do not use "exists": the planner makes it a join, reads all payments, and cannot stop after a full page.
    conditions.push(sql`(select true from payments where donation_id = d.id and method = ${method} limit 1)`);
    // The method already implies it. Written out, it lets an index skip all other rows.
    if (method === "bank" || method === "cash") conditions.push(sql`d.provider = 'offline'`);
    if (method === "card") conditions.push(sql`d.provider = 'selcom'`);
  }
  if (amount !== null) conditions.push(hasAmount(amount));
  // Build an array first, so that the few matches are not searched for along the whole list.
  if (open !== null)
    conditions.push(sql`d.id = any (array(select donation_id from payments where ${isOpenLong}))`);
  return conditions;
}

/**
 * A payment that needs attention. A pay number can be paid for an hour, unless SELCOM_ORDER_EXPIRY_MIN says otherwise.
 * An open case already waits for staff.
 */
export const isOpenLong: Condition = sql`
  status in (${sql.join(openStatuses)}) and created_at < now() - interval '15 minutes'
  and (pay_number is null or created_at < now() - interval '75 minutes')
  and not exists (select from cases where cases.payment_id = payments.id and cases.status = 'open')
`;

// Do not write "= false": PostgreSQL rewrites it to "<>" and then does not find the index.
const hasAmount = ({ amount, currency }: Money): Condition =>
  sql`(d.currency = 'TZS') is ${currency === "TZS" ? sql`true` : sql`false`} and d.amount = ${amount}`;

/** East Africa keeps UTC+3 all year. */
export function betweenDays(moment: RawBuilder<unknown>, { from, to }: Pick<DonationFilter, "from" | "to">) {
  const conditions: Condition[] = [];
  if (from !== null) conditions.push(sql`${moment} >= ${`${from}T00:00:00+03:00`}`);
  if (to !== null) conditions.push(sql`${moment} < ${`${addDays(to, 1)}T00:00:00+03:00`}`);
  return conditions;
}

/** Donations that pass the filters and match the search. There are few if the search names a person or a donation. */
function sourceOf(meaning: SearchMeaning | null, narrowed: Condition): Source {
  if (meaning === null) return sql`(select * from donations d where ${narrowed})`;
  const wanted =
    meaning.kind === "name"
      ? sql`d.id in (select donations_named(${namedAs(meaning.words)}, null))`
      : matches(meaning);
  const all = sql`select * from donations d where ${narrowed} and ${wanted}`;
  if (meaning.kind === "amount" || meaning.kind === "anonymous") return sql`(${all})`;
  // Fetch all matches together. Otherwise the planner scans the whole list in its order to find the few.
  return sql`(with found as materialized (${all}) select * from found)`;
}

/** All matches, if there are no more than the limit. */
export async function findMatching(
  db: Reads,
  meanings: SearchMeaning[],
  most: number,
): Promise<bigint[] | "many"> {
  const found = new Set<bigint>();
  for (const meaning of meanings) {
    const ids =
      meaning.kind === "name"
        ? sql`select donations_named(${namedAs(meaning.words)}, ${most + 1}) as id`
        : sql`select d.id from donations d where ${matches(meaning)}`;
    const { rows } = await sql<{ id: bigint }>`${ids} limit ${most + 1}`.execute(db);
    for (const { id } of rows) found.add(id);
    if (found.size > most) return "many";
  }
  return [...found];
}

/** The same for another list with many matches: each row is checked alone, without a lookup. */
export function anyMeaning(meanings: SearchMeaning[]): Condition {
  return sql`(${sql.join(
    meanings.map((meaning) => sql`(${matches(meaning)})`),
    sql` or `,
  )}) is true`;
}

function matches(meaning: SearchMeaning): Condition {
  switch (meaning.kind) {
    case "amount":
      return hasAmount(meaning.amount);
    case "anonymous":
      return sql`d.is_anonymous`;
    case "receipt":
      return sql`d.receipt_number = ${meaning.number}`;
    case "name":
      return isNamed(meaning.words);
    case "email":
      return sql`lower(d.donor_email) like ${`${meaning.beginning.replaceAll(/[\\%_]/g, "\\$&")}%`}`;
    case "phone":
      return sql`d.id in (select donation_id from payments where phone = ${meaning.phone})`;
    case "reference":
      return sql`d.id in (
        select id from donations where external_id = ${meaning.reference}
        union all select id from donations where transaction_id = ${meaning.reference}
        union all select donation_id from payments where reference = ${meaning.reference}
        union all select donation_id from payments
          where provider in ('azampay', 'selcom', 'offline') and provider_reference = ${meaning.reference}
        union all select donation_id from payments where operator_reference = ${meaning.reference}
        ${quotedAs(meaning.reference)}
        union all select donation_id from offline_donations
          where lower(reference) = lower(${meaning.reference}) and status = 'confirmed'
      )`;
  }
}

/** The number on a payment request, until the donor has a code in an SMS. The time bound keeps millions out of it. */
function quotedAs(reference: string): RawBuilder<unknown> {
  if (!isRequestNumber(reference)) return sql``;
  return sql`
    union all select donation_id from payments
      where provider <> 'offline' and created_at > now() - interval '90 days'
      and upper(right(coalesce(provider_reference, reference), ${shortLength})) = ${reference.toUpperCase()}
  `;
}

function isNamed(words: string[]): Condition {
  return sql`to_tsvector('simple', d.donor_name) @@ ${namedAs(words)} and not d.is_anonymous`;
}

const namedAs = (words: string[]) =>
  sql`to_tsquery('simple', ${words.map((word) => `${word}:*`).join(" & ")})`;
