import { sql, type RawBuilder } from "kysely";
import type { Money } from "#domain/money/money.ts";
import { offlineDonor, type OfflineDonor, type OfflineStatus } from "#domain/donations/offline.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { Language } from "#domain/content/language.ts";
import type { PhoneNumber } from "#domain/payments/phone.ts";
import { asPage, pageOf, type ListQuery, type ListPage } from "#database/list-page.ts";
import type { CampaignStatus } from "#domain/campaigns/categories.ts";
import type { Reads } from "#database/sql.server.ts";

export type OfflineDonationRecord = {
  id: bigint;
  campaign: { id: string; title: string; status: CampaignStatus };
  amount: Money;
  method: "bank" | "cash";
  receivedOn: Day;
  reference: string;
  donor: OfflineDonor;
  phone: PhoneNumber | null;
  message: string | null;
  language: Language;
  document: { id: string; type: string } | null;
  status: OfflineStatus;
  enteredBy: { id: string; name: string };
  enteredAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
  reason: string | null;
  donationId: bigint | null;
};

export type OfflineDonationFilter = { text: string; status: OfflineStatus | null };

export async function listOfflineDonations(
  db: Reads,
  filter: OfflineDonationFilter,
  listQuery: ListQuery,
): Promise<ListPage<OfflineDonationRecord>> {
  const found = await pageOf(
    selectDonations(db).where(passes(filter)),
    { from: sql`offline_donations as g`, by: [sql`g.id`], descending: true },
    listQuery,
  ).execute();
  return asPage(found.map(asRecord), listQuery);
}

/** The number that pass the filter, that wait and that are confirmed, and the sum of the confirmed amounts by currency. */
export async function totalOfflineDonations(
  db: Reads,
  filter: OfflineDonationFilter,
): Promise<{ count: number; entered: number; confirmed: number; sums: Money[] }> {
  const isConfirmed = sql`g.status = 'confirmed'`;
  const rows = await db
    .selectFrom("offline_donations as g")
    .select([
      "g.currency",
      sql<bigint | null>`(sum(g.amount) filter (where ${isConfirmed}))::bigint`.as("sum"),
      sql<bigint>`count(*) filter (where ${isConfirmed})`.as("confirmed"),
      sql<bigint>`count(*) filter (where g.status = 'entered')`.as("entered"),
      sql<bigint>`count(*)`.as("count"),
    ])
    .where(passes(filter))
    .groupBy("g.currency")
    .orderBy("g.currency")
    .execute();
  return {
    count: rows.reduce((all, { count }) => all + Number(count), 0),
    entered: rows.reduce((all, { entered }) => all + Number(entered), 0),
    confirmed: rows.reduce((all, { confirmed }) => all + Number(confirmed), 0),
    sums: rows.flatMap(({ currency, sum }) => (sum === null ? [] : [{ amount: sum, currency }])),
  };
}

function passes({ text, status }: OfflineDonationFilter): RawBuilder<boolean> {
  const like = `%${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  const hasStatus = status === null ? sql`true` : sql`g.status = ${status}`;
  const hasText =
    text === ""
      ? sql`true`
      : sql`(lower(g.reference) like ${like} or lower(g.donor ->> 'name') like ${like})`;
  return sql<boolean>`${hasStatus} and ${hasText}`;
}

export async function findOfflineDonation(db: Reads, id: bigint): Promise<OfflineDonationRecord | null> {
  const row = await selectDonations(db).where("g.id", "=", id).executeTakeFirst();
  return row === undefined ? null : asRecord(row);
}

/** True if there is another member of staff. */
export async function hasColleagues(db: Reads, id: string): Promise<boolean> {
  const other = await db
    .selectFrom("users")
    .select("id")
    .where("role", "in", ["staff", "admin"])
    .where("banned", "=", false)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDonations>["executeTakeFirstOrThrow"]>>;

function selectDonations(db: Reads) {
  return db
    .selectFrom("offline_donations as g")
    .innerJoin("campaigns as c", "c.id", "g.campaign_id")
    .innerJoin("users as e", "e.id", "g.entered_by")
    .leftJoin("users as u", "u.id", "g.decided_by")
    .selectAll("g")
    .select(["c.title", "c.status as campaign_status", "e.name as enterer", "u.name as decider"]);
}

function asRecord(row: Row): OfflineDonationRecord {
  const { document_id: id, document_type: type } = row;
  return {
    id: row.id,
    campaign: { id: row.campaign_id, title: row.title, status: row.campaign_status },
    amount: { amount: row.amount, currency: row.currency },
    method: row.method,
    receivedOn: row.received_on,
    reference: row.reference,
    donor: offlineDonor.parse(row.donor),
    phone: row.phone,
    message: row.message,
    language: row.language,
    document: id === null || type === null ? null : { id, type },
    status: row.status,
    enteredBy: { id: row.entered_by, name: row.enterer },
    enteredAt: row.entered_at,
    decidedBy: row.decider,
    decidedAt: row.decided_at,
    reason: row.reason,
    donationId: row.donation_id,
  };
}
