import { sql } from "kysely";
import type { OfflineStatus } from "#domain/donations/offline.ts";
import { stateOf, type DonationState } from "#domain/donations/state.ts";
import { currencies, type Money } from "#domain/money/money.ts";
import type { PhoneNumber } from "#domain/payments/phone.ts";
import { personalTables, type PersonalTable } from "#database/system/personal-data.ts";
import { listFollowing, type Following } from "#database/campaigns/followers.ts";
import type { Reads } from "#database/sql.server.ts";

/** Search terms for a donor. An order ID finds only this donation. */
export type DonorKey =
  | { kind: "order"; orderId: string }
  | { kind: "email"; email: string }
  | { kind: "phone"; phone: PhoneNumber };

export type DonorRecord = (
  | { kind: "donation"; orderId: string; state: DonationState }
  /** Never confirmed, so it is not a donation yet. */
  | { kind: "offline-donation"; orderId: null; state: OfflineStatus }
) & {
  id: bigint;
  name: string;
  campaign: string;
  amount: Money;
  at: Date;
  /** Data that is needed to settle a payment cannot be erased yet. */
  isOpen: boolean;
};

/** All completed and unfinished donations that match the search terms. */
export async function findDonorRecords(db: Reads, donor: DonorKey): Promise<DonorRecord[]> {
  const donations = await db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .select([
      ...([
        "d.id",
        "d.external_id",
        "d.donor_name",
        "d.amount",
        "d.currency",
        "d.created_at",
        "d.status",
        "d.reversed_at",
        "c.title",
      ] as const),
      sql<boolean>`donation_is_unsettled(d.id)`.as("is_open"),
    ])
    .where(matchingDonations(donor))
    .orderBy("d.id", "desc")
    .limit(mostRecords)
    .execute();
  const offline = await db
    .selectFrom("offline_donations as o")
    .innerJoin("campaigns as c", "c.id", "o.campaign_id")
    .select([
      ...(["o.id", "o.amount", "o.currency", "o.entered_at", "o.status", "c.title"] as const),
      sql<string | null>`o.donor ->> 'name'`.as("name"),
    ])
    .where("o.donation_id", "is", null)
    .where(matchingOffline(donor))
    .orderBy("o.id", "desc")
    .limit(mostRecords)
    .execute();
  return [
    ...donations.map((row): DonorRecord => ({
      ...{
        kind: "donation",
        id: row.id,
        orderId: row.external_id,
        state: stateOf(row.status, row.reversed_at),
        name: row.donor_name,
        campaign: row.title,
      },
      ...{ amount: { amount: row.amount, currency: row.currency }, at: row.created_at, isOpen: row.is_open },
    })),
    ...offline.map((row): DonorRecord => ({
      ...{
        kind: "offline-donation",
        id: row.id,
        orderId: null,
        state: row.status,
        name: row.name ?? "Anonymous",
        campaign: row.title,
      },
      amount: { amount: row.amount, currency: row.currency },
      ...{ at: row.entered_at, isOpen: row.status === "entered" },
    })),
  ];
}

/** The campaigns that an email address follows, the links that were sent to it, and the concerns that it reported. */
export type DonorContact = {
  /** In lower case. Null if the search was for a phone or a reference. */
  email: string | null;
  followings: Following[];
  links: number;
  concerns: number;
};

/** A follower needs no donation, so the address alone finds them. */
export async function findDonorContact(db: Reads, donor: DonorKey): Promise<DonorContact> {
  if (donor.kind !== "email") return { email: null, followings: [], links: 0, concerns: 0 };
  const email = donor.email.toLowerCase();
  const [followings, { links }, { concerns }] = await Promise.all([
    listFollowing(db, email),
    db
      .selectFrom("donor_links")
      .select(({ fn }) => fn.countAll<bigint>().as("links"))
      .where("email", "=", email)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("cases")
      .select(({ fn }) => fn.countAll<bigint>().as("concerns"))
      .where("kind", "=", "concern")
      .where(sql<boolean>`lower(details ->> 'reply to') = ${email}`)
      .executeTakeFirstOrThrow(),
  ]);
  return { email, followings, links: Number(links), concerns: Number(concerns) };
}

export type DonorOverview = {
  donations: (Pick<DonorRecord, "id" | "campaign" | "amount" | "at"> & {
    orderId: string;
    name: string;
    state: DonationState;
  })[];
  /** Completed donations by currency, less refunds. */
  given: Money[];
};

/** All donations with the email or a phone of this donation. It is one of them, unless it does not exist. */
export async function findDonationsOfSameDonor(db: Reads, id: bigint): Promise<DonorOverview> {
  const rows = await db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .select([
      ...(["d.id", "d.external_id", "d.donor_name", "d.amount", "d.refunded", "d.currency"] as const),
      ...(["d.created_at", "d.status", "d.reversed_at", "c.title"] as const),
    ])
    .where(
      sql<boolean>`d.id in (
        select ${id}::bigint
        union select o.id from donations o, donations this
          where this.id = ${id} and o.donor_email is not null and lower(o.donor_email) = lower(this.donor_email)
        union select p.donation_id from payments p, payments this
          where this.donation_id = ${id} and p.phone is not null and p.phone = this.phone
      )`,
    )
    .orderBy("d.id", "desc")
    .limit(mostRecords)
    .execute();
  const donations = rows.map((row) => ({
    ...{ id: row.id, orderId: row.external_id, name: row.donor_name, campaign: row.title },
    ...{ amount: { amount: row.amount, currency: row.currency }, at: row.created_at },
    state: stateOf(row.status, row.reversed_at),
  }));
  const given = currencies.flatMap((currency): Money[] => {
    const paid = rows.filter(
      (row) => row.currency === currency && stateOf(row.status, row.reversed_at) === "completed",
    );
    const amount = paid.reduce((sum, row) => sum + row.amount - row.refunded, 0n);
    return paid.length === 0 ? [] : [{ amount, currency }];
  });
  return { donations, given };
}

/** One person donates less often. A phone number or email with more donations belongs to an agent or an office. */
const mostRecords = 500;

function matchingDonations(donor: DonorKey) {
  switch (donor.kind) {
    case "order":
      return sql<boolean>`d.external_id = ${donor.orderId}`;
    case "email":
      return sql<boolean>`lower(d.donor_email) = ${donor.email.toLowerCase()}`;
    case "phone":
      return sql<boolean>`d.id in (select p.donation_id from payments p where p.phone = ${donor.phone})`;
  }
}

function matchingOffline(donor: DonorKey) {
  switch (donor.kind) {
    case "order":
      return sql<boolean>`false`;
    case "email":
      return sql<boolean>`lower(o.donor ->> 'email') = ${donor.email.toLowerCase()}`;
    case "phone":
      return sql<boolean>`o.phone = ${donor.phone}`;
  }
}

/** The content of every table about these records, column by column. Leaves out keys that give access. */
export async function readDonorRows(
  db: Reads,
  records: DonorRecord[],
  email: string | null,
): Promise<{ table: string; rows: unknown[] }[]> {
  const held: { table: string; rows: unknown[] }[] = [];
  for (const { table, of, columns } of personalTables) {
    if (of === undefined) continue;
    const secrets = Object.keys(columns).filter((column) => columns[column] === "secret");
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - ${secrets}::text[] as row from ${sql.table(table)} t
      where ${rowsAbout(table, of, records, email)} order by ${sql.ref(of.key)}
    `.execute(db);
    held.push({ table, rows: rows.map(({ row }) => row) });
  }
  return held;
}

export function rowsAbout(
  table: PersonalTable["table"],
  of: NonNullable<PersonalTable["of"]>,
  records: DonorRecord[],
  email: string | null,
) {
  const about = of.rows(idsOf(records, "donation"));
  if (email !== null && of.address !== undefined) return sql<boolean>`(${about} or ${of.address(email)})`;
  if (table !== "offline_donations") return about;
  return sql<boolean>`(${about} or (donation_id is null and id = any(${idsOf(records, "offline-donation")}::bigint[])))`;
}

const idsOf = (records: DonorRecord[], wanted: DonorRecord["kind"]) =>
  records.filter(({ kind }) => kind === wanted).map(({ id }) => id);
