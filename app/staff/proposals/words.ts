import type { ProposalKind, ProposalStatus } from "#domain/proposal.ts";
import type { Tone } from "#app/staff/list/status.tsx";

export const kindWords = {
  refund: "Give a gift back",
  "part-refund": "Refund a part of a donation",
  move: "Move a donation",
  credit: "Book a gift",
  "bank-details": "Change the bank details",
} as const satisfies Record<ProposalKind, string>;

export const statusWords = {
  open: ["To be decided", "waiting"],
  approved: ["Approved", "good"],
  rejected: ["Rejected", "bad"],
  withdrawn: ["Withdrawn", "plain"],
} as const satisfies Record<ProposalStatus, [string, Tone]>;
