import type { ProposalKind, ProposalStatus } from "#domain/cases/proposal.ts";
import type { Tone } from "#app/staff/list/status.tsx";

export const kindWords = {
  refund: "Refund a donation",
  "part-refund": "Refund part of a donation",
  move: "Move a donation",
  credit: "Record a donation",
  "bank-details": "Change bank details",
} as const satisfies Record<ProposalKind, string>;

export const statusWords = {
  open: ["Needs approval", "waiting"],
  approved: ["Approved", "good"],
  rejected: ["Rejected", "bad"],
  withdrawn: ["Withdrawn", "plain"],
} as const satisfies Record<ProposalStatus, [string, Tone]>;

/** Without a mail server, no email is sent. */
export const requestSentWords = (sendsMail: boolean) =>
  sendsMail ? "Request sent. All staff get an email." : "Request sent.";
