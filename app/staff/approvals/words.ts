import type { Approvers, DecidableFrom, ProposalKind, ProposalStatus } from "#domain/cases/proposal.ts";
import type { Role } from "#domain/accounts/roles.ts";
import { momentWords } from "#app/staff/values.tsx";
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

/** Says who can approve a request, and from when, to a reader with this role. */
export function approverWords(approvers: Approvers, reader: Role): string {
  const other = reader === "admin" ? "Another admin" : "An admin";
  if (approvers.kind === "none") {
    const none = reader === "admin" ? "No other admin" : "No admin";
    return `${none} can approve it at present. The operator can add one whom no one here invited.`;
  }
  const when = approvers.moment === null ? "now" : `from ${momentWords(approvers.moment)}`;
  if (approvers.kind === "admin") return `${other} can approve it ${when}.`;
  return approvers.isReader
    ? `You are the only admin. You can approve it ${when}, with your password.`
    : `The person who made the request is the only admin, and can approve it ${when}.`;
}

/** In a list. Null if it can be approved now. */
export function decidableFromWords(from: DecidableFrom): string | null {
  if (from === "now") return null;
  return from === "no-one" ? "No admin can approve it at present" : `from ${momentWords(from)}`;
}

/** Without a mail server, no email is sent. */
export const requestSentWords = (sendsMail: boolean) =>
  sendsMail ? "Request sent. All staff get an email." : "Request sent.";
