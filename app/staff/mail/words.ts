import type { EmailStatus, ListedEmail } from "#database/mail/outbox.ts";
import { notSent } from "#domain/mail/not-sent.ts";
import { submissionEvents, type Message, type SubmissionEvent } from "#domain/mail/messages.ts";
import type { Example } from "#email/examples.ts";
import type { Tone } from "#app/staff/list/status.tsx";
import {
  kindWords as proposalWords,
  statusWords as proposalStatusWords,
} from "#app/staff/approvals/words.ts";

export const statusWords = {
  waiting: ["Waiting", "waiting"],
  sent: ["Sent", "good"],
  "given-up": ["Failed", "bad"],
  kept: ["Saved, not sent", "plain"],
} as const satisfies Record<EmailStatus, [string, Tone]>;

/** An email that a later one replaced is no failure. */
export const stateOf = ({ status, lastError }: Pick<ListedEmail, "status" | "lastError">): [string, Tone] =>
  lastError === notSent.replaced ? ["Not sent", "plain"] : statusWords[status];

const kindWords: Record<Message["kind"], string> = {
  receipt: "Receipt",
  "donation-moved": "Donation moved",
  "donation-refunded": "Donation refunded",
  proposal: "Approval request",
  submission: "Review of a campaign",
  "submission-waiting": "Campaign to review",
  "submission-overdue": "Campaign to review, overdue",
  "change-request": "Answer about requested changes",
  "change-request-waiting": "Requested changes to review",
  "draft-not-published": "Scheduled change not published",
  "ruling-expiring": "Zakat ruling ends soon",
  alarm: "Alarm",
  "access-changed": "Staff access changed",
  "password-reset": "Password reset",
  "sign-in-reset": "Sign-in reset",
  "password-changed": "Password changed",
  "second-step-added": "Two-step sign-in turned on",
  "second-step-removed": "Two-step sign-in turned off",
  "backup-codes-made": "Backup codes created",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "many-sessions": "Signed in on many devices",
  "email-change": "Email change",
  "email-changed": "Email changed (notice)",
  "email-undo": "Email changed (undo link)",
  "email-undo-waits": "Undo of an email change waits",
  "email-undone": "Email changed back",
  "email-confirm": "Confirm email address",
  invitation: "Invitation",
  "sign-up-again": "Sign-up with a known address",
  "sign-up-promised": "Sign-up with a reserved address",
  "organizer-suspended": "Organizer suspended",
  "suspension-lifted": "Suspension lifted",
  follow: "Confirm updates of a campaign",
  "own-page": "Link to own donations",
  "campaign-update": "Update of a campaign",
  "news-wanted": "Request for news",
};

export const nameOfKind = (kind: string): string =>
  Object.entries(kindWords).find(([each]) => each === kind)?.[1] ?? kind;

const eventWords: Record<SubmissionEvent, string> = {
  received: "received",
  "changes-asked": "changes requested",
  approved: "approved",
  rejected: "rejected",
  "approved-before-ruling": "approved, Zakat ruling missing",
  "ruling-recorded": "Zakat ruling recorded",
  "ruling-withdrawn": "Zakat ruling withdrawn",
  "ruling-ended": "Zakat ruling ended",
};

export function nameOfEmail({ template, event }: Pick<ListedEmail, "template" | "event">): string {
  const known = submissionEvents.find((each) => each === event);
  return known === undefined ? nameOfKind(template) : `${nameOfKind(template)}: ${eventWords[known]}`;
}

export function nameOfExample({ message }: Example): string {
  if (message.kind !== "proposal") return nameOfKind(message.kind);
  return `${proposalWords[message.about.kind]}: ${proposalStatusWords[message.status][0].toLowerCase()}`;
}

const errorWords: [pattern: RegExp, words: string][] = [
  [
    /\b55[0-9] 5\.1\.[0-9]|no such user|user unknown|unknown user|does not exist/i,
    "The address does not exist",
  ],
  [/\b5\.2\.2\b|mailbox (is )?full|over quota/i, "The mailbox is full"],
  [/\b5\.7\.\d|spam|blocked|blacklist/i, "The recipient’s mail server does not accept our emails"],
  [/ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|timeout/i, "The mail server cannot be reached"],
  [/EAUTH|\b535\b|authentication/i, "The mail server does not accept our password"],
  [/recipients were rejected|\b55[0-9]\b/i, "The recipient’s mail server rejected the email"],
];

/** A mail server's answer in plain words. Null if it is one of our own sentences, or not known. */
export function plainError(error: string): string | null {
  const [, words] = errorWords.find(([pattern]) => pattern.test(error)) ?? [];
  if (words === undefined) return null;
  const code = /\b[45]\d\d\b/.exec(error)?.[0];
  return code === undefined ? words : `${words} (${code})`;
}
