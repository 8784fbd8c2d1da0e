import type { PaymentMethod } from "#database/donations/list.ts";
import { collectors, providerNames, type PaidThrough } from "#domain/payments/provider.ts";
import type { DonationState } from "#domain/donations/state.ts";
import type { Failure } from "#domain/payments/failure-reason.ts";
import type { PaymentStatus } from "#domain/payments/status.ts";
import type { Network } from "#domain/payments/phone.ts";
import type { Tone } from "#app/staff/list/status.tsx";

export const stateWords = {
  completed: ["Completed", "good"],
  pending: ["Pending", "waiting"],
  failed: ["Failed", "bad"],
  reversed: ["Reversed", "bad"],
} as const satisfies Record<DonationState, [string, Tone]>;

export const paymentWords = {
  initiated: ["Requested", "waiting"],
  pending: ["Waiting for donor", "waiting"],
  unknown: ["Unknown", "waiting"],
  review: ["Needs review", "waiting"],
  succeeded: ["Paid", "good"],
  failed: ["Failed", "bad"],
  cancelled: ["Cancelled", "bad"],
  reversed: ["Reversed", "bad"],
} as const satisfies Record<PaymentStatus, [string, Tone]>;

/** Null if the provider refused without a reason that we know. */
const reasonWords: Record<Failure, string | null> = {
  cancelled: "Cancelled or declined by the donor",
  "wrong-pin": "The PIN was wrong",
  "no-balance": "The balance was too low",
  limit: "The amount was above the network’s limit",
  expired: "Not answered in time",
  "page-expired": "The payment page expired",
  "number-expired": "The number expired before it was paid",
  "no-wallet": "The number has no mobile money account",
  unreachable: "The provider could not be reached",
  closed: null,
  refused: null,
};

/** Tells staff what the donor's page says. */
export function failureWords(reason: Failure | null): string | null {
  const words = reason && reasonWords[reason];
  return words && `${words}. The donor was not charged.`;
}

const verdicts: Record<string, string> = {
  corrected: "paid after a failure",
  mismatch: "does not match our request",
  contradiction: "contradicts an earlier answer",
  unchanged: "nothing new",
  unclear: "unclear",
};

export function verdictWords(verdict: string): string {
  const status = Object.entries(paymentWords).find(([name]) => name === verdict);
  return status?.[1][0].toLowerCase() ?? verdicts[verdict] ?? verdict;
}

const journals: Record<string, string> = {
  donation: "donation",
  fee: "fee",
  "donation-reversal": "donation reversed",
  "fee-reversal": "fee reversed",
  "part-refund": "partial refund",
  move: "move to another campaign",
};

export const journalWords = (kind: string) => journals[kind] ?? kind;

const accounts: Record<string, string> = {
  bank: "Bank account",
  cash: "Cash",
  provider_fees: "Fees of providers",
  fee_income: "Processing fees",
};

/** An account of the ledger. `campaign` is the title of the campaign that it holds money for. */
export function accountWords(account: string, campaign: string | null): string {
  const [kind = "", of = ""] = account.split(":");
  if (kind === "campaign") return `Funds of ${campaign ?? of}`;
  if (kind === "zakat") return `Zakat funds of ${campaign ?? of}`;
  const provider = collectors.find((each) => each === of);
  if (kind === "provider_receivable" && provider) return `Receivable from ${providerWords[provider]}`;
  return accounts[account] ?? account;
}

export const providerWords = {
  ...providerNames,
  offline: "Offline",
} as const satisfies Record<PaidThrough, string>;

/** Names for people, instead of the providers' codes. */
export const networkWords = {
  Mpesa: "M-Pesa",
  Tigo: "Tigo Pesa (Mixx by Yas)",
  Airtel: "Airtel Money",
  Halopesa: "Halopesa",
  Azampesa: "Azam Pesa",
} as const satisfies Record<Network, string>;

export const methodWords = {
  mobile: "Mobile money",
  card: "Card",
  bank: "Bank transfer",
  cash: "Cash",
} as const satisfies Record<PaymentMethod, string>;

/** Open requests that would change a donation. */
export const requestedWords = {
  refund: "Refund requested",
  "part-refund": "Partial refund requested",
  move: "Move requested",
} as const;
