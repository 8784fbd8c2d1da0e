import type { RouterContextProvider } from "react-router";
import { findDonation, type Donation } from "#database/donations/details.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { failureReason, type FailureReason } from "#domain/payments/failure-reason.ts";
import { missesPerAddress } from "#domain/payments/limits.ts";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import { clientContext, databaseContext, keepingContext } from "#app/http/context.server.ts";
import { findOwnPaidAs, isOwn } from "#app/giving/own-donations.server.ts";

/** A donation as this visitor may see it. Only the donor sees personal data. */
export type VisibleDonation = Omit<Donation, "receiptKey" | "person" | "payment"> & {
  person: Donation["person"] | null;
  payment: Pick<
    Donation["payment"],
    "status" | "method" | "network" | "startedAt" | "paidOtherAmount" | "operatorReference"
  >;
  /** Paid on the provider's page, without a payment request on a phone. */
  isHosted: boolean;
  pageUrl: string | null;
  /** The donor may have been asked to pay: by a payment request or an opened payment page. */
  isRequestSent: boolean;
  /** The permanent link to the full receipt, for the donor only. */
  keyed: string | null;
};

export type FoundDonation = {
  donation: VisibleDonation;
  failure: FailureReason | "closed";
  reference: string;
};

/** Never cached. A rate limit slows down clients that guess references. */
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
  if (donation === null) {
    const misses = { subject: `missing-donation:${context.get(clientContext)}`, limits: missesPerAddress };
    const attempt = await countAttempt(db, [misses]);
    if (attempt.kind === "passed") return "none";
    answerWithWait(context, attempt.retryAfter);
    return "limited";
  }
  const key = new URL(request.url).searchParams.get("key");
  const own = isOwn(donation, cookies, key);
  const { receiptKey, person, payment, ...shared } = donation;
  const { status, method, network, startedAt, paidOtherAmount, operatorReference, pageUrl, reference } =
    payment;
  return {
    donation: {
      ...shared,
      person: own ? person : null,
      payment: {
        status,
        method,
        network,
        startedAt,
        paidOtherAmount,
        operatorReference: own ? operatorReference : null,
      },
      isHosted: network === null,
      pageUrl: own ? pageUrl : null,
      isRequestSent: network !== null || pageUrl !== null,
      keyed: own && receiptKey !== null ? `/donations/${donation.orderId}?key=${receiptKey}` : null,
    },
    failure: failureOf(payment),
    reference,
  };
}

function failureOf({ closedByStaff, status, providerWord }: Donation["payment"]): FoundDonation["failure"] {
  if (closedByStaff) return "closed";
  const reason = failureReason(providerWord);
  return reason === "refused" && status === "cancelled" ? "cancelled" : reason;
}
