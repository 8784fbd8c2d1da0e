import type { PaymentStatus } from "./status.ts";

const failureReasons = [
  "cancelled",
  "wrong-pin",
  "no-balance",
  "limit",
  "expired",
  "page-expired",
  "no-wallet",
  "unreachable",
  "refused",
] as const;
export type FailureReason = (typeof failureReasons)[number];

type Ended = {
  status: PaymentStatus;
  providerWord: string;
  /** Kept when the provider's word was erased. */
  keptReason: FailureReason | null;
  closedByStaff: boolean;
  byNumber: unknown;
};

export type Failure = FailureReason | "closed" | "number-expired";

/** The provider did its part, and the donor did not pay. */
export const isOfDonor = (failure: Failure) => failure !== "unreachable" && failure !== "refused";

/** The reason why a payment failed. Donors and staff read the same reason. */
export function failureOf({ status, providerWord, keptReason, closedByStaff, byNumber }: Ended): Failure {
  if (closedByStaff) return "closed";
  const reason = keptReason !== null && providerWord === "" ? keptReason : failureReason(providerWord);
  if (reason === "page-expired" && byNumber !== null) return "number-expired";
  return reason === "refused" && status === "cancelled" ? "cancelled" : reason;
}

/** The failure reason from the provider's text. Every network uses other words, and none has a list of codes. */
export function failureReason(text: string): FailureReason {
  return reasons.find(([, pattern]) => pattern.test(text))?.[0] ?? "refused";
}

const reasons: readonly [FailureReason, RegExp][] = [
  ["wrong-pin", /\bpin\b/i],
  ["no-balance", /insufficient|not enough|balance|funds/i],
  [
    "no-wallet",
    /not registered|unregistered|no such (?:wallet|account|customer)|invalid (?:msisdn|account)/i,
  ],
  ["limit", /\blimit/i],
  ["expired", /expired|time ?d? ?-?out|nobody answered|not answered|not answered|no response/i],
  // Selcom reports a pressed Cancel and an expired request differently.
  ["page-expired", /\bCANCELLED\b/],
  ["cancelled", /cancel|declin|reject(?:ed)? by (?:the )?(?:user|customer|payer)/i],
  ["unreachable", /ECONN|ENOTFOUND|EAI_AGAIN|no connection|unavailable|\b50[234]\b/i],
];
