import { randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import { externalId } from "#domain/donations/read-donor.ts";
import type { Money } from "#domain/money/money.ts";
import { promptLasts } from "#domain/payments/limits.ts";
import type { Reference } from "#domain/payments/provider.ts";
import { nextCheck } from "#domain/payments/status.ts";
import type { Press } from "./idempotency.ts";
import type { DonationWanted } from "./start.ts";
import { clientHash } from "./unpaid-request-guard.ts";

export type BegunDonation = { externalId: string; receiptKey: string };

type Beginning = {
  wanted: DonationWanted;
  reference: Reference;
  total: Money;
  fee: Money;
  isCard: boolean;
  retryOf: bigint | null;
  press: Press | null;
  client: string;
  now: Date;
};

/** One statement stores the donation, its payment, its payment request and its idempotency key: each round trip costs. */
export async function insertBegun(
  tx: Transaction<Tables>,
  beginning: Beginning,
): Promise<BegunDonation | "prompt-waiting"> {
  const receiptKey = randomBytes(16).toString("base64url");
  // Two donations in one millisecond: the second takes the next free id.
  for (let at = beginning.now.getTime(); ; at++) {
    const orderId = externalId(beginning.wanted.campaignId, at);
    const { rows } = await statement(beginning, orderId, receiptKey).execute(tx);
    if (rows[0]?.prompted) return "prompt-waiting";
    if (rows[0]?.inserted) return { externalId: orderId, receiptKey };
  }
}

function statement(beginning: Beginning, orderId: string, receiptKey: string) {
  const { wanted, reference, total, fee, isCard, press, client, now } = beginning;
  const { amount, way } = wanted;
  // A payment page needs a number as well. Only the number that gets a payment request is stored.
  const phone = way.kind === "push" ? way.phone : null;
  const network = way.kind === "push" ? way.network : null;
  return sql<{ inserted: boolean; prompted: boolean }>`
    with prompt as (
      -- The limit of the phone is locked, so this sees every committed payment request to it.
      select from payments
      where phone = ${phone}::text and status in ('initiated', 'pending', 'unknown')
        and created_at > ${new Date(now.getTime() - promptLasts * 1_000)}
      limit 1
    ), donation as (
      insert into donations (
        campaign_id, amount, currency, donor_name, donor_email, is_anonymous, is_alumni_donation, graduation_year,
        message, provider, external_id, language, receipt_key, retry_of, wants_updates, is_shown
      )
      select ${wanted.campaignId}, ${amount.amount}, ${amount.currency}, ${donorColumns(wanted)},
        ${wanted.message}, ${way.provider.name}, ${orderId}, ${wanted.language}, ${receiptKey}, ${beginning.retryOf},
        ${wanted.agreed?.updates ?? false}::boolean, ${wanted.agreed?.shown ?? false}::boolean
      where not exists (select from prompt)
      on conflict (external_id) do nothing
      returning id
    ), payment as (
      insert into payments (
        donation_id, provider, method, reference, status, amount, fee, currency, created_at, phone, network, next_check_at
      )
      select id, ${way.provider.name}, ${isCard ? "card" : "mobile"}, ${reference}, 'initiated',
        ${total.amount}, ${fee.amount}, ${total.currency}, ${now}, ${phone}, ${network}, ${nextCheck(now, now)}
      from donation
      returning id
    ), request as (
      insert into payment_requests (payment_id, client, sent_at)
      select id, ${clientHash(client)}, ${now} from payment where not ${isCard}::boolean
    ), key as (
      update idempotency_keys set donation_id = donation.id from donation
      where address = ${press?.address ?? null}::text and key = ${press?.key ?? null}::text
    )
    select exists (select from donation) as inserted, exists (select from prompt) as prompted
  `;
}

function donorColumns({ donor }: DonationWanted) {
  const isAnonymous = donor.kind === "anonymous";
  const year = donor.kind === "alumni" ? donor.graduationYear : null;
  const name = isAnonymous ? "Anonymous" : donor.name;
  const email = isAnonymous ? (donor.receiptEmail ?? null) : donor.email;
  return sql`${name}, ${email}, ${isAnonymous}::boolean, ${year !== null}::boolean, ${year}`;
}
