import { sql, type RawBuilder } from "kysely";
import { addDays, type Day } from "#domain/system/calendar.ts";
import type { Meaning } from "#domain/donations/search.ts";
import { stateOf, type DonationState } from "#domain/donations/state.ts";
import type { Money } from "#domain/money/money.ts";
import { openStatuses, type PaymentStatus } from "#domain/payments/status.ts";
import type { PhoneNumber, Network } from "#domain/payments/phone.ts";
import { asPage, goesDown, pageOf, type Asked, type ListPage } from "#database/list-page.ts";
import type { Reads } from "#database/sql.server.ts";
import type { ProviderName, Tables } from "#database/tables.ts";

export type PaymentMethod = "mobile" | "card" | "bank" | "cash";

export type DonationFilter = {
  /** What somebody typed, by all that it may mean; null is nothing typed. */
  meanings: Meaning[] | null;
  campaign: string | null;
  state: DonationState | null;
  provider: ProviderName | null;
  method: PaymentMethod | null;
  amount: Money | null;
  /** Whose payment has been open for longer than a payer takes. */
  open: "long" | null;
  /** Days of the fund, both counted in. */
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
  gift: Money;
  state: DonationState;
  payment: PaymentStatus;
  provider: ProviderName;
  method: PaymentMethod;
  network: Network | null;
};

export async function listDonations(
  db: Reads,
  filter: DonationFilter,
  { order, ...asked }: Asked & { order: DonationOrder },
): Promise<ListPage<ListedDonation>> {
  const by = order.endsWith("amount") ? amountOrder : dateOrder;
  const looking: Looking = { by, descending: order.startsWith("-"), ...asked };
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
      ...(["d.id", "d.external_id", "d.created_at", "d.donor_name", "d.donor_email"] as const),
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
    email: row.donor_email,
    phone: row.phone,
    campaign: row.title,
    gift: { amount: row.amount, currency: row.currency },
    state: stateOf(row.status, row.reversed_at),
    payment: row.payment,
    provider: row.provider,
    method: row.method,
    network: row.network,
  }));
  return asPage(listed, asked);
}

type Looking = Asked & { by: RawBuilder<unknown>[]; descending: boolean };

async function findIds(db: Reads, filter: DonationFilter, looking: Looking): Promise<bigint[]> {
  const narrowed = sql<boolean>`${sql.join(
    [...donationConditions(filter), ...between(sql`d.created_at`, filter)],
    sql` and `,
  )}`;
  const pages = await Promise.all(
    (filter.meanings ?? [null]).map(async (meaning) => {
      const next = meaning?.kind === "name" ? await findNext(db, meaning.words, narrowed, looking) : null;
      return next ?? idsFrom(db, sourceOf(meaning, narrowed), looking);
    }),
  );
  const found = pages.filter((ids) => ids.length > 0);
  if (found.length <= 1) return found.flat();
  return idsFrom(db, sql`(select * from donations where id in (${sql.join(found.flat())}))`, looking);
}

/** How far a name is looked for along the list at first. */
const nearby = 10_000;
/** So many of them tell how far a page of them reaches; fewer tell that all there are can be looked up. */
const enoughToTell = 5;

/** The planner cannot know how common a name is: of a rare one all are few, of any other a page is found along the list. */
async function findNext(
  db: Reads,
  words: string[],
  narrowed: Condition,
  looking: Looking,
): Promise<bigint[] | null> {
  const page = looking.size + 1;
  const along = async (far: number) => {
    const rows = db
      .selectFrom("donations as d")
      .select(["d.id", "d.donor_name", "d.is_anonymous"])
      .where(narrowed);
    const next = pageOf(rows, orderOf(looking), { ...looking, size: far });
    const found = await sql<{ id: bigint }>`
      select d.id from (${next}) as d where ${isNamed(words)} limit ${page}
    `.execute(db);
    return found.rows.map(({ id }) => id);
  };
  const soon = await along(nearby);
  if (soon.length === page) return soon;
  if (soon.length < enoughToTell) return null;
  const later = await along(Math.ceil((1.5 * nearby * page) / soon.length));
  return later.length === page ? later : null;
}

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

/** What narrows the donations `d` by itself, without the days and what was typed. */
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
    // No "exists": the planner takes it for a join, reads all payments, and cannot stop once a page is full.
    conditions.push(sql`(select true from payments where donation_id = d.id and method = ${method} limit 1)`);
    // It follows from the method; said, it leads past all the others.
    if (method === "bank" || method === "cash") conditions.push(sql`d.provider = 'offline'`);
    if (method === "card") conditions.push(sql`d.provider = 'selcom'`);
  }
  if (amount !== null) conditions.push(hasAmount(amount));
  // An array is made first: the few are not looked for along the whole list.
  if (open !== null)
    conditions.push(sql`d.id = any (array(select donation_id from payments where ${isOpenLong}))`);
  return conditions;
}

/** A payment that is worth a look. */
export const isOpenLong: Condition = sql`
  status in (${sql.join(openStatuses)}) and created_at < now() - interval '15 minutes'
`;

// "= false" would become "<>" before the planner looks for an index.
const hasAmount = ({ amount, currency }: Money): Condition =>
  sql`(d.currency = 'TZS') is ${currency === "TZS" ? sql`true` : sql`false`} and d.amount = ${amount}`;

/** East Africa keeps UTC+3 all year. */
export function between(moment: RawBuilder<unknown>, { from, to }: Pick<DonationFilter, "from" | "to">) {
  const conditions: Condition[] = [];
  if (from !== null) conditions.push(sql`${moment} >= ${`${from}T00:00:00+03:00`}`);
  if (to !== null) conditions.push(sql`${moment} < ${`${addDays(to, 1)}T00:00:00+03:00`}`);
  return conditions;
}

/** The donations that fit, and of them those that are meant: few where it says who or which one. */
function sourceOf(meaning: Meaning | null, narrowed: Condition): Source {
  if (meaning === null) return sql`(select * from donations d where ${narrowed})`;
  const meant =
    meaning.kind === "name"
      ? sql`d.id in (select donations_named(${namedAs(meaning.words)}, null))`
      : isMeant(meaning);
  const all = sql`select * from donations d where ${narrowed} and ${meant}`;
  if (meaning.kind === "amount" || meaning.kind === "anonymous") return sql`(${all})`;
  // All at once, lest the planner walk the whole list in its order to find the few.
  return sql`(with found as materialized (${all}) select * from found)`;
}

/** All that are meant, where they are no more than so many. */
export async function findMeant(db: Reads, meanings: Meaning[], most: number): Promise<bigint[] | "many"> {
  const found = new Set<bigint>();
  for (const meaning of meanings) {
    const ids =
      meaning.kind === "name"
        ? sql`select donations_named(${namedAs(meaning.words)}, ${most + 1}) as id`
        : sql`select d.id from donations d where ${isMeant(meaning)}`;
    const { rows } = await sql<{ id: bigint }>`${ids} limit ${most + 1}`.execute(db);
    for (const { id } of rows) found.add(id);
    if (found.size > most) return "many";
  }
  return [...found];
}

/** The same along another list, where they are many: each row is looked at by itself, and none looked up. */
export function anyMeaning(meanings: Meaning[]): Condition {
  return sql`(${sql.join(
    meanings.map((meaning) => sql`(${isMeant(meaning)})`),
    sql` or `,
  )}) is true`;
}

function isMeant(meaning: Meaning): Condition {
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
        union all select donation_id from offline_donations
          where lower(reference) = lower(${meaning.reference}) and status = 'confirmed'
      )`;
  }
}

function isNamed(words: string[]): Condition {
  return sql`to_tsvector('simple', d.donor_name) @@ ${namedAs(words)} and not d.is_anonymous`;
}

const namedAs = (words: string[]) =>
  sql`to_tsquery('simple', ${words.map((word) => `${word}:*`).join(" & ")})`;
