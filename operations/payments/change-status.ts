import { sql, type RawBuilder, type Transaction, type UpdateObject } from "kysely";
import type { Tables } from "#database/tables.ts";
import { donationStatusOf } from "#domain/donations/read-donor.ts";
import { outcomes, type Outcome } from "#domain/payments/provider.ts";
import { isOpen, nextCheck, statusesThatAgree, type PaymentStatus } from "#domain/payments/status.ts";
import type { LockedPayment } from "./lock.ts";

// Each round trip costs every donation, so one statement stores all that belongs to a new status.

export type References = { provider: string | null; operator: string | null };

/** Facts that are stored with the new status. */
export type StatusNote = {
  now: Date;
  /** For staff. */
  failure?: string | null;
  references?: References | null;
  /** The provider's id for the payment, from its answer to our request. */
  named?: string | null;
};

type Before = Pick<LockedPayment, "status" | "provider" | "providerReference" | "startedAt"> & {
  donation: Pick<LockedPayment["donation"], "status">;
};

/** `hasCase`: an open case is about the payment. `isRepeated`: another donation repeats this one. Null if not asked. */
type Changed = { hasCase: boolean | null; isRepeated: boolean | null };

/** Only `applyEvent` calls this: it knows which change is allowed. */
export async function changeStatus(
  tx: Transaction<Tables>,
  payment: LockedPayment,
  next: PaymentStatus,
  note: StatusNote,
): Promise<Changed> {
  const { id, donation } = payment;
  if (note.references) payment.providerReference = note.references.provider;
  const isPaid = next === "succeeded";
  const hasCase = isPaid
    ? sql`exists (select from cases where payment_id = ${id} and status = 'open')`
    : sql`null::boolean`;
  // Not read with the lock: a statement that waits for a lock misses a repeat that began during the wait.
  const isRepeated = isPaid
    ? sql`exists (select from donations r where r.retry_of = ${donation.id})`
    : sql`null::boolean`;
  type Moved = Changed & { hint: Outcome | null; hintedAt: Date | null; providerReference: string | null };
  const { rows } = await sql<Moved>`
    with ${statusChange(payment, next, note, sql`where id = ${id}`)}${isPaid ? promises(payment, note.now) : sql``}
    select hint, hinted_at as "hintedAt", provider_reference as "providerReference",
      ${hasCase} as "hasCase", ${isRepeated} as "isRepeated"
    from moved
  `.execute(tx);
  const [moved] = rows;
  if (moved === undefined) throw new Error(`payment ${id} is missing`);
  payment.providerReference = moved.providerReference;
  payment.hint = moved.hint;
  payment.hintedAt = moved.hintedAt;
  if (changesDonation(payment, next)) donation.status = donationStatusOf[next];
  return { hasCase: moved.hasCase, isRepeated: moved.isRepeated };
}

/** Parts of a `with`: `moved` is the payment, and its donation changes with it. `which` chooses the payment. */
export function statusChange(
  before: Before,
  next: PaymentStatus,
  note: StatusNote,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const changes = changesOfDonation(before, next, note);
  const donation = sql`, donation as (
    update donations set ${assigned(changes)} from moved where donations.id = moved.donation_id
  )`;
  return sql`moved as (
    update payments set ${assigned(changesOfPayment(before, next, note))} ${which}
    returning donation_id, hint, hinted_at, provider_reference
  )${Object.keys(changes).length === 0 ? sql`` : donation}`;
}

const assigned = (changes: object) =>
  sql.join(
    Object.entries(changes).map(([column, value]: [string, unknown]) => sql`${sql.ref(column)} = ${value}`),
  );

/** Queues the receipt and marks the payment request as paid. */
function promises({ id, donation }: LockedPayment, now: Date): RawBuilder<unknown> {
  const { id: donationId, email, language } = donation;
  const receipt = sql`, receipt as (
    insert into outbox (donation_id, template, recipient, language)
    values (${donationId}, 'receipt', ${email}, ${language})
    on conflict (donation_id, template) where asked_by is null do nothing
  )`;
  return sql`${email === null ? sql`` : receipt}, request as (
    update payment_requests set paid_at = ${now} where payment_id = ${id} and paid_at is null
  )`;
}

function changesOfPayment(
  before: Before,
  next: PaymentStatus,
  note: StatusNote,
): UpdateObject<Tables, "payments"> {
  const waits = isOpen(next) && next !== "review";
  const named = newName(before, note);
  return {
    status: next,
    failure: note.failure ?? null,
    ...keepHint(next, waits ? nextCheck(before.startedAt, note.now) : null),
    updated_at: sql<Date>`now()`,
    ...(isOpen(next) ? {} : { settled_at: sql<Date>`now()` }),
    ...(note.references ? columnsOf(note.references) : {}),
    ...(named === null ? {} : { provider_reference: referenceUnlessTaken(before.provider, named) }),
  };
}

function changesOfDonation(
  before: Before,
  next: PaymentStatus,
  note: StatusNote,
): UpdateObject<Tables, "donations"> {
  const status = donationStatusOf[next];
  const completes = status === "completed" && before.donation.status !== "completed";
  const named = newName(before, note);
  return {
    ...(changesDonation(before, next) ? { status, updated_at: sql<Date>`now()` } : {}),
    ...(completes
      ? {
          completed_at: sql<Date>`now()`,
          receipt_number: sql<bigint>`nextval('receipt_numbers')`,
          transaction_id: before.providerReference,
        }
      : {}),
    ...(next === "reversed" ? { reversed_at: sql<Date>`now()` } : {}),
    ...(named === null
      ? {}
      : { transaction_id: sql<string | null>`coalesce(moved.provider_reference, transaction_id)` }),
  };
}

const changesDonation = ({ status }: Before, next: PaymentStatus) =>
  donationStatusOf[next] !== donationStatusOf[status] || next === "reversed";

const newName = ({ providerReference }: Before, { named = null }: StatusNote) =>
  providerReference === null ? named : null;

/** A provider can give one id twice. The second payment keeps only our reference. */
export const referenceUnlessTaken = (provider: string, named: string) => sql<
  string | null
>`case when not exists (
  select from payments as other where other.provider = ${provider} and other.provider_reference = ${named}
) then ${named}::text end`;

export const columnsOf = ({ provider, operator }: References) => ({
  provider_reference: provider,
  operator_reference: sql<string | null>`coalesce(${operator}, operator_reference)`,
});

/** A hint that the new status does not answer is still checked, even after the payment has ended. */
function keepHint(next: PaymentStatus, nextCheckAt: Date | null) {
  const answered = outcomes.filter((outcome) => statusesThatAgree(outcome).includes(next));
  // A recorded payment answers every hint except a reversal.
  const ends = sql`hint is null or ${next === "succeeded"} and hint <> 'reversed' or hint = any(${answered}::text[])`;
  return {
    hint: sql<Outcome | null>`case when not (${ends}) then hint end`,
    hinted_at: sql<Date | null>`case when not (${ends}) then hinted_at end`,
    next_check_at: sql<Date | null>`case
      when not (${ends}) then least(next_check_at, ${nextCheckAt}::timestamptz) else ${nextCheckAt}::timestamptz
    end`,
  };
}
