import type { PaymentMethod } from "#database/donation-list.ts";
import type { ProviderName } from "#database/tables.ts";
import type { DonationState } from "#domain/donation-state.ts";
import type { PaymentStatus } from "#domain/payment.ts";
import type { Wallet } from "#domain/phone.ts";
import type { Tone } from "#app/staff/list/status.tsx";

export const stateWords = {
  completed: ["Completed", "good"],
  pending: ["Pending", "waiting"],
  failed: ["Failed", "bad"],
  reversed: ["Reversed", "bad"],
} as const satisfies Record<DonationState, [string, Tone]>;

export const paymentWords = {
  created: ["Created", "waiting"],
  initiated: ["Asked for", "waiting"],
  pending: ["Waiting for the payer", "waiting"],
  unknown: ["Not sure", "waiting"],
  review: ["To be reviewed", "waiting"],
  succeeded: ["Paid", "good"],
  failed: ["Failed", "bad"],
  cancelled: ["Cancelled", "bad"],
  reversed: ["Reversed", "bad"],
} as const satisfies Record<PaymentStatus, [string, Tone]>;

export const providerWords = {
  azampay: "AzamPay",
  selcom: "Selcom",
  offline: "Offline",
} as const satisfies Record<ProviderName, string>;

/** By their names and not by the codes that providers have for them. */
export const walletWords = {
  Mpesa: "M-Pesa",
  Tigo: "Tigo Pesa",
  Airtel: "Airtel Money",
  Halopesa: "Halopesa",
  Azampesa: "Azam Pesa",
} as const satisfies Record<Wallet, string>;

export const methodWords = {
  mobile: "Mobile money",
  card: "Card",
  bank: "Bank transfer",
  cash: "Cash",
} as const satisfies Record<PaymentMethod, string>;
