import { sql, type RawBuilder } from "kysely";
import { addDays, type Day } from "#domain/calendar.ts";
import type { Meaning } from "#domain/donation-search.ts";
import { stateOf, type DonationState } from "#domain/donation-state.ts";
import type { Money } from "#domain/money.ts";
import type { PaymentStatus } from "#domain/payment.ts";
import type { PhoneNumber, Wallet } from "#domain/phone.ts";
import { asPage, goesDown, pageOf, type Asked, type ListPage } from "./list-page.ts";
import type { Reads } from "./sql.server.ts";
import type { ProviderName } from "./tables.ts";

export type PaymentMethod = "mobile" | "card" | "bank" | "cash";

export type DonationFilter = {
  /** What somebody typed, by all that it may mean; null is nothing typed. */
  meanings: Meaning[] | null;
  campaign: string | null;
  state: DonationState | null;
  provider: ProviderName | null;
  method: PaymentMethod | null;
  amount: Money | null;
  /** Days of the fund, both counted in. */
  from: Day | null;
  to: Day | null;
};

export const donationOrders = ["-date", "date", "-amount", "amount"] as const;
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
  wallet: Wallet | null;
};

export async function listDonations(
  db: Reads,
  filter: DonationFilter,
  { order, ...asked }: Asked & { order: DonationOrder },
): Promise<ListPage<ListedDonation>> {
  const by = order.endsWith("amount") ? amountOrder : dateOrder;
  const descending = order.startsWith("-");
  const narrowed = [...donationConditions(filter), ...between(sql`d.created_at`, filter)];
  // Each meaning walks an index of its own, and only the few that it finds are put together.
  const branches = meaningConditions(filter).map((meaning) => {
    const found = db
      .selectFrom("donations as d")
      .select(["d.id", "d.created_at", "d.currency", "d.amount"])
      .where(all([...narrowed, meaning]));
    return sql`${pageOf(found, { from: sql`donations as d`, by, descending }, asked)}`;
  });
  if (branches.length === 0) return { rows: [], before: null, after: null };
  const way = goesDown(descending, asked.cursor) ? sql`desc` : sql`asc`;
  const inOrder = sql.join(by.map((each) => sql`${each} ${way}`));
  const ids = sql<bigint>`
    (select d.id from (${sql.join(branches, sql` union `)}) as d order by ${inOrder} limit ${asked.size + 1})
  `;

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
    .orderBy(inOrder)
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
    wallet: row.network,
  }));
  return asPage(listed, asked);
}

const dateOrder = [sql`d.created_at`, sql`d.id`];
const amountOrder = [sql`(d.currency = 'TZS')`, sql`d.amount`, sql`d.id`];

type Condition = RawBuilder<boolean>;

const all = (conditions: Condition[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`;

/** What narrows the donations `d` by itself, without the days and what was typed. */
export function donationConditions(filter: DonationFilter): Condition[] {
  const { campaign, state, provider, method, amount } = filter;
  const conditions: Condition[] = [sql`true`];
  if (campaign !== null) conditions.push(sql`d.campaign_id = ${campaign}`);
  if (state === "reversed") conditions.push(sql`d.reversed_at is not null`);
  else if (state !== null) conditions.push(sql`d.status = ${state} and d.reversed_at is null`);
  if (provider !== null) conditions.push(sql`d.provider = ${provider}`);
  if (method !== null) {
    conditions.push(sql`exists (select from payments where donation_id = d.id and method = ${method})`);
    // It follows from the method; said, it leads past all the others.
    if (method === "bank" || method === "cash") conditions.push(sql`d.provider = 'offline'`);
    if (method === "card") conditions.push(sql`d.provider = 'selcom'`);
  }
  if (amount !== null) conditions.push(hasAmount(amount));
  return conditions;
}

const hasAmount = ({ amount, currency }: Money): Condition =>
  sql`(d.currency = 'TZS') = ${currency === "TZS"} and d.amount = ${amount}`;

/** East Africa keeps UTC+3 all year. */
export function between(moment: RawBuilder<unknown>, { from, to }: Pick<DonationFilter, "from" | "to">) {
  const conditions: Condition[] = [];
  if (from !== null) conditions.push(sql`${moment} >= ${`${from}T00:00:00+03:00`}`);
  if (to !== null) conditions.push(sql`${moment} < ${`${addDays(to, 1)}T00:00:00+03:00`}`);
  return conditions;
}

/** One of them is enough; none where something was typed that can mean nothing. */
export function meaningConditions({ meanings }: DonationFilter): Condition[] {
  return meanings === null ? [sql`true`] : meanings.map(isMeant);
}

function isMeant(meaning: Meaning): Condition {
  switch (meaning.kind) {
    case "name": {
      const beginnings = meaning.words.map((word) => `${word}:*`).join(" & ");
      return sql`to_tsvector('simple', d.donor_name) @@ to_tsquery('simple', ${beginnings}) and not d.is_anonymous`;
    }
    case "email":
      return sql`lower(d.donor_email) like ${`${meaning.beginning.replaceAll(/[\\%_]/g, "\\$&")}%`}`;
    case "phone":
      return sql`d.id in (select donation_id from payments where phone = ${meaning.phone})`;
    case "receipt":
      return sql`d.receipt_number = ${meaning.number}`;
    case "amount":
      return hasAmount(meaning.amount);
    case "reference":
      return sql`d.id in (
        select id from donations where external_id = ${meaning.reference}
        union all select id from donations where transaction_id = ${meaning.reference}
        union all select donation_id from payments where reference = ${meaning.reference}
        union all select donation_id from payments
          where provider in ('azampay', 'selcom', 'offline') and provider_reference = ${meaning.reference}
        union all select donation_id from payments where operator_reference = ${meaning.reference}
      )`;
  }
}
