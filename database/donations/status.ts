import { sql } from "kysely";
import type { DonationStatus } from "#domain/donations/read-donor.ts";
import type { Language } from "#domain/content/language.ts";
import type { ProviderName, Reference } from "#domain/payments/provider.ts";
import { doubtFrom, isOtherAmountInDoubt, statusForDonor, type Doubt } from "./doubt.ts";
import type { Reads } from "#database/sql.server.ts";

/** Public fields of a donation. Contains no personal data. */
export type DonationStatusView = {
  externalId: string;
  status: DonationStatus;
  language: Language;
  doubt: Doubt | null;
};

/** Finds donations by our reference or by the provider's, as the specification's pages require. */
export async function findStatuses(
  db: Reads,
  orderIds: readonly string[],
): Promise<Map<string, DonationStatusView>> {
  const rows = await statusQuery(db)
    .select("transaction_id")
    .where((is) => is.or([is("external_id", "in", orderIds), is("transaction_id", "in", orderIds)]))
    .orderBy("id", "desc")
    .execute();
  // The earliest donation with a reference is the one.
  return new Map(
    rows.flatMap((row) => {
      const status = asStatusView(row);
      return [row.transaction_id, row.external_id].flatMap((id): [string, DonationStatusView][] =>
        id === null ? [] : [[id, status]],
      );
    }),
  );
}

export async function findByReference(
  db: Reads,
  provider: ProviderName,
  reference: Reference,
): Promise<DonationStatusView | null> {
  const row = await statusQuery(db)
    .where("id", "=", (is) =>
      is
        .selectFrom("payments")
        .select("donation_id")
        .where("reference", "=", reference)
        .where("provider", "=", provider),
    )
    .executeTakeFirst();
  return row === undefined ? null : asStatusView(row);
}

/** Accepts our own ids only. */
export async function readStatuses(db: Reads, externalIds: string[]): Promise<DonationStatusView[]> {
  if (externalIds.length === 0) return [];
  const rows = await statusQuery(db).where("external_id", "in", externalIds).execute();
  return rows.map(asStatusView);
}

/** The result of pressing a button. Null if it started nothing. */
export async function findBegun(
  db: Reads,
  { address, key }: { address: string; key: string },
): Promise<{ externalId: string; receiptKey: string | null } | null> {
  const row = await db
    .selectFrom("idempotency_keys as i")
    .innerJoin("donations as d", "d.id", "i.donation_id")
    .select(["d.external_id", "d.receipt_key"])
    .where("i.address", "=", address)
    .where("i.key", "=", key)
    .executeTakeFirst();
  return row === undefined ? null : { externalId: row.external_id, receiptKey: row.receipt_key };
}

const statusQuery = (db: Reads) =>
  db.selectFrom("donations").select((is) => [
    ...(["external_id", "status", "language"] as const),
    is
      .selectFrom("payments as p")
      .select(sql<boolean | null>`bool_or(${isOtherAmountInDoubt("p")})`.as("is_other_amount"))
      .whereRef("p.donation_id", "=", "donations.id")
      .as("is_other_amount"),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof statusQuery>["executeTakeFirstOrThrow"]>>;

function asStatusView({ external_id, status, language, is_other_amount }: Row): DonationStatusView {
  const doubt = doubtFrom(is_other_amount);
  return { externalId: external_id, status: statusForDonor(status, doubt), language, doubt };
}
