import type { BankDetailsRecord, ProposalKind, ProposalStatus } from "#domain/proposal.ts";
import type { Tone } from "#app/staff/list/status.tsx";

export const kindWords = {
  refund: "Give a gift back",
  credit: "Book a gift",
  "bank-details": "Change the bank details",
} as const satisfies Record<ProposalKind, string>;

export const statusWords = {
  open: ["To be decided", "waiting"],
  approved: ["Approved", "good"],
  rejected: ["Rejected", "bad"],
  withdrawn: ["Withdrawn", "plain"],
} as const satisfies Record<ProposalStatus, [string, Tone]>;

export const bankWords = [
  ["bankName", "Bank name"],
  ["accountName", "Account name"],
  ["accountNumber", "Account number"],
  ["branch", "Branch"],
  ["swiftCode", "SWIFT code"],
  ["mobileMoneyName", "Mobile money name"],
  ["mobileMoneyNumber", "Mobile money number"],
  ["additionalInfo", "Additional information"],
  ["additionalInfoSw", "Additional information in Kiswahili"],
  ["image", "Picture"],
] as const satisfies [keyof BankDetailsRecord, string][];
