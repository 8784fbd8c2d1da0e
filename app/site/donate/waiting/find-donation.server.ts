import type { RouterContextProvider } from "react-router";
import { findDonation, type Donation } from "#database/donations/details.ts";
import { findEarlierTry, type EarlierTry } from "#database/donations/earlier-try.ts";
import { countAttempt, uncountAttempt } from "#operations/system/count-attempt.ts";
import { donorReference } from "#domain/payments/donor-reference.ts";
import { failureOf, type Failure } from "#domain/payments/failure-reason.ts";
import { missesPerAddress } from "#domain/payments/limits.ts";
import type { ByNumber } from "#domain/payments/provider.ts";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import {
  clientContext,
  collectingContext,
  databaseContext,
  keepingContext,
} from "#app/http/context.server.ts";
import { findOwnPaidAs, isOwn } from "#app/giving/own-donations.server.ts";
import { mayBePaidBy } from "#app/site/donate/result/kind.ts";

/** A donation as this visitor may see it. Only the donor sees personal data. */
export type VisibleDonation = Omit<Donation, "receiptKey" | "person" | "payment"> & {
  person: Donation["person"] | null;
  payment: Pick<Donation["payment"], "status" | "method" | "network" | "startedAt" | "doubt">;
  /** The other amount that the provider reports, for the donor only. */
  reported: Donation["payment"]["reportedAmount"];
  /** One for page, receipt and email. The code in the SMS is for the donor only, and strangers see no other number. */
  quoted: string | null;
  /** Paid on the provider's page, without a payment request on a phone. */
  isHosted: boolean;
  /** The donor asked for a number to pay from any phone, and saw no payment page. */
  isByNumber: boolean;
  /**
   * For the donor only. Null after the provider's time for the order, when the page takes no payment, and while this or
   * another payment for the same donation may be paid already.
   */
  pageUrl: string | null;
  /** Also for others: it can only be used to pay, for example by a relative who got the link. Null like the page. */
  byNumber: (ByNumber & { endsAt: Date }) | null;
  /** The donor may have been asked to pay: by a payment request or an opened payment page. */
  isRequestSent: boolean;
  /** Another payment for the same donation, before or after this one, for the donor only. Null after this is paid. */
  earlierTry: EarlierTry | null;
  /**
   * Another payment for the same donation was paid or may have been. Also for others, who may be the donor in another
   * browser. Then no page asks to pay, or says that no money was taken.
   */
  isHeld: boolean;
  /** Held, or this payment itself may be paid already. Then no page leads to a payment or a new try. */
  mustNotPay: boolean;
  /** The permanent link to the full receipt, for the donor only. */
  keyed: string | null;
};

export type FoundDonation = {
  donation: VisibleDonation;
  failure: Failure;
  reference: string;
};

/**
 * Never cached. An address that guessed too many references sees no donation, except those of its own browser. See
 * docs/decisions/0411-a-guesser-sees-only-the-status.md.
 */
export async function findVisibleDonation(
  context: Readonly<RouterContextProvider>,
  request: Request,
  orderId: string,
): Promise<FoundDonation | "none" | "limited"> {
  context.get(keepingContext).never = true;
  const db = context.get(databaseContext);
  const cookies = request.headers.get("Cookie");
  const donation = /^[\w.-]{1,100}$/.test(orderId)
    ? ((await findDonation(db, orderId)) ?? (await findOwnPaidAs(db, orderId, cookies)))
    : null;
  const key = new URL(request.url).searchParams.get("key");
  const own = donation !== null && isOwn(donation, cookies, key);
  if (!own) {
    const guesses = [{ subject: `missing-donation:${context.get(clientContext)}`, limits: missesPerAddress }];
    // Counted before the answer, also for a donation that exists. Otherwise a guesser could go on over the limit.
    const attempt = await countAttempt(db, guesses);
    if (attempt.kind === "limited") {
      answerWithWait(context, attempt.retryAfter);
      return "limited";
    }
    if (donation === null) return "none";
    await uncountAttempt(db, guesses);
  }
  const { receiptKey, person, payment, ...shared } = donation;
  const other = shared.status === "completed" ? null : await findEarlierTry(db, shared.orderId);
  const isHeld = mayBePaidBy(other);
  const endsAt = orderEnd(context, payment.startedAt);
  const canPay = Date.now() < endsAt.getTime();
  const { status, method, network, startedAt, doubt, pageUrl, byNumber, reference } = payment;
  const mustNotPay = isHeld || payment.mayBePaid;
  return {
    donation: {
      ...shared,
      person: own ? person : null,
      payment: { status, method, network, startedAt, doubt },
      reported: own && doubt === "other-amount" ? payment.reportedAmount : null,
      quoted: own || payment.operatorReference === null ? donorReference(payment) : null,
      isHosted: network === null,
      isByNumber: byNumber !== null,
      pageUrl: own && canPay && byNumber === null && !mustNotPay ? pageUrl : null,
      byNumber: canPay && byNumber !== null ? { ...byNumber, endsAt } : null,
      earlierTry: own ? other : null,
      isHeld,
      mustNotPay,
      isRequestSent: network !== null || pageUrl !== null,
      keyed: own && receiptKey !== null ? `/donations/${donation.orderId}?key=${receiptKey}` : null,
    },
    failure: failureOf(payment),
    reference,
  };
}

function orderEnd(context: Readonly<RouterContextProvider>, startedAt: Date): Date {
  const minutes = context.get(collectingContext).selcom?.hostedPages.orderLastsMinutes ?? 0;
  return new Date(startedAt.getTime() + minutes * 60_000);
}
