import type { ChangeStatus } from "#domain/campaigns/change-request.ts";
import type { Alarm } from "#domain/system/alarm.ts";
import type { DraftFailure } from "#domain/content/draft.ts";
import type { Language, Translated } from "#domain/content/language.ts";
import type { Settings } from "#domain/content/settings.ts";
import type { Money } from "#domain/money/money.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { ProposalKind, ProposalStatus } from "#domain/cases/proposal.ts";

export type Email = {
  /** The outbox row's id. All deliveries of one row carry the same Message-ID. */
  id: bigint;
  recipient: string;
  language: Language;
  writtenAt: Date;
  fund: Settings["fund"];
  contact: { phones: string[]; emails: string[] };
  message: Message;
};

export type Message =
  | ({ kind: "receipt" } & Receipt)
  | ({ kind: "proposal" } & ProposalNotice)
  | ({ kind: "alarm" } & AlarmNotice)
  | ({ kind: "access-changed" } & AccessNotice)
  | ({ kind: "submission" } & SubmissionNotice)
  | ({ kind: "submission-waiting" | "submission-overdue" } & WaitingSubmission)
  | ({ kind: "change-request" | "change-request-waiting" } & ChangeRequestNotice)
  | ({ kind: "draft-not-published" } & UnpublishedDraft)
  | ({ kind: "ruling-expiring" } & ExpiringRuling)
  | ({ kind: "donation-moved" } & MoveNotice)
  | ({ kind: "donation-refunded" } & RefundNotice)
  | ({ kind: "campaign-update" } & UpdateNotice)
  | ({ kind: "news-wanted" } & NewsRequest)
  | { kind: AccountEmail; address: string };

/** Tells the donor about a correction that two people approved. */
const donorEmails = ["donation-moved", "donation-refunded"] as const;
export type DonorEmail = (typeof donorEmails)[number];

type DonationNotice = { reference: string; donor: string | null; campaign: Translated; address: string };

export type MoveNotice = DonationNotice & { from: Translated; amount: Money };

export type RefundNotice = DonationNotice & {
  refunded: Money;
  /** The part that stays with the campaign; null if none. */
  left: Money | null;
};

export type AlarmNotice = {
  state: "raised" | "over";
  alarm: Alarm;
  raisedAt: Date;
  endedAt: Date | null;
  address: string;
};

/** News of a campaign, to a follower. */
export type UpdateNotice = {
  campaign: Translated;
  title: Translated;
  /** The words without marks. */
  text: Translated;
  isAutomatic: boolean;
  address: string;
  /** A page with a button, for a person. */
  unsubscribe: string;
  /** Ends the updates with one POST, for a mail program. */
  oneClick: string;
};

/** Asks for news of campaigns that have been silent. */
export type NewsRequest = {
  campaigns: { title: Translated; day: Day }[];
  /** The recipient organizes them. If not, the recipient is a member of staff. */
  isOrganizer: boolean;
  daysUntilDigest: number;
  address: string;
};

/** An approved Zakat campaign takes donations after a ruling, until the ruling is withdrawn or ends. */
export const submissionEvents = [
  ...(["received", "changes-asked", "approved", "rejected"] as const),
  ...(["approved-before-ruling", "ruling-recorded", "ruling-withdrawn", "ruling-ended"] as const),
] as const;
export type SubmissionEvent = (typeof submissionEvents)[number];

/** To the organizer, about each step of the review. */
export type SubmissionNotice = {
  event: SubmissionEvent;
  title: string;
  /** Empty if staff gave none, or gave reasons at the fields only. */
  reason: string;
  answerBy: Day | null;
  address: string;
};

/** To staff, when it arrives and when its promised day has passed. */
export type WaitingSubmission = {
  title: string;
  organizer: string;
  isNewVersion: boolean;
  answerBy: Day | null;
  address: string;
};

/** To the organizer after the decision, and to staff when it arrives. */
export type ChangeRequestNotice = {
  status: ChangeStatus;
  campaign: Translated;
  organizer: string;
  /** Null if it stays. */
  goal: { was: Money; becomes: Money } | null;
  endDate: { was: Day; becomes: Day } | null;
  use: string | null;
  /** By staff. Empty if they gave none. */
  reason: string;
  address: string;
};

/** To the person who scheduled the change. */
export type UnpublishedDraft = {
  page: string;
  scheduledFor: Date;
  failure: DraftFailure;
  address: string;
};

/** To staff, before a campaign stops taking Zakat. */
export type ExpiringRuling = { campaign: Translated; reviewer: string; expiresOn: Day; address: string };

type DonationProposal = Exclude<ProposalKind, "bank-details">;

export type ProposalNotice = {
  status: ProposalStatus;
  about:
    | { kind: DonationProposal; amount: Money; campaign: Translated; reference: string }
    | { kind: "bank-details" };
  /** The requester or the approver. */
  by: string;
  reason: string;
  address: string;
};

export const accessChanges = [
  ...(["invited-staff", "invited-admin", "joined-staff", "joined-admin"] as const),
  ...(["role-organizer", "role-staff", "role-admin", "disabled", "enabled", "confirmed", "reset"] as const),
  ...(["rule-on", "rule-off"] as const),
] as const;
export type AccessChange = (typeof accessChanges)[number];

export type AccessNotice = {
  change: AccessChange;
  /** The account or email address concerned; null if it is a rule for all. */
  about: string | null;
  by: string | null;
  address: string;
};

/** Each has one message and one link. The last two go to people without an account. */
export const accountEmails = [
  "password-reset",
  "sign-in-reset",
  "password-changed",
  "second-step-added",
  "second-step-removed",
  "backup-codes-made",
  "passkey-added",
  "passkey-removed",
  "many-sessions",
  "email-change",
  "email-changed",
  "email-undo",
  "email-undo-waits",
  "email-undone",
  "email-confirm",
  "invitation",
  "sign-up-again",
  "sign-up-promised",
  "organizer-suspended",
  "suspension-lifted",
  "follow",
  "own-page",
] as const;
export type AccountEmail = (typeof accountEmails)[number];

/** A path of the English site. */
export type Receipt = {
  number: bigint | null;
  /** The donor quotes it, so it is the code in their SMS if there is one. */
  reference: string;
  donor: string | null;
  campaign: Translated;
  amount: Money;
  fee: Money;
  /** Refunded in parts; null if none. */
  refunded: Money | null;
  /** The amount that the donor chose, if another amount arrived. */
  requested: Money | null;
  method: "mobile" | "card" | "bank" | "cash";
  paidAt: Date;
  address: string;
};

export const messageKinds = [
  ...donorEmails,
  "receipt",
  "proposal",
  "submission",
  "submission-waiting",
  "submission-overdue",
  "change-request",
  "change-request-waiting",
  "draft-not-published",
  "ruling-expiring",
  "alarm",
  "access-changed",
  "campaign-update",
  "news-wanted",
  ...accountEmails,
] as const satisfies readonly Message["kind"][];

/**
 * The lowest role that may read the text of each email. Null: it carries a link that signs in, confirms, or ends
 * something for its recipient. Changes of access are for admins, as the audit log is.
 */
export const readableBy: Record<Message["kind"], "staff" | "admin" | null> = {
  receipt: "staff",
  "donation-moved": "staff",
  "donation-refunded": "staff",
  proposal: "staff",
  submission: "staff",
  "submission-waiting": "staff",
  "submission-overdue": "staff",
  "change-request": "staff",
  "change-request-waiting": "staff",
  "draft-not-published": "staff",
  "ruling-expiring": "staff",
  alarm: "staff",
  "news-wanted": "staff",
  "password-changed": "staff",
  "second-step-added": "staff",
  "second-step-removed": "staff",
  "backup-codes-made": "staff",
  "passkey-added": "staff",
  "passkey-removed": "staff",
  "many-sessions": "staff",
  "email-changed": "staff",
  "organizer-suspended": "staff",
  "suspension-lifted": "staff",
  "sign-up-again": "staff",
  "sign-up-promised": "staff",
  "access-changed": "admin",
  "campaign-update": null,
  "password-reset": null,
  "sign-in-reset": null,
  "email-change": null,
  "email-undo": null,
  "email-undo-waits": null,
  "email-undone": null,
  "email-confirm": null,
  invitation: null,
  follow: null,
  "own-page": null,
};

export type Delivery =
  | { kind: "sent" }
  /** The receiving server refused it permanently. */
  | { kind: "refused"; reason: string }
  | { kind: "later"; reason: string; mayHaveArrived: boolean }
  /** Our own mail server is unavailable, so other emails would fail now too. */
  | { kind: "unreachable"; reason: string; mayHaveArrived: boolean };

export type Mailer = { send(email: Email): Promise<Delivery> };

/** From one node: mail servers block senders who open many connections. */
export const emailsAtOnce = 3;

/** To one address: a form that sends email can be misused to flood a stranger's inbox. */
export const mostEmailsAnHour = 3;

/** They report changes to an account or to money, so they go before emails that a stranger can request. */
const warnings = [
  ...donorEmails,
  "proposal",
  "alarm",
  "access-changed",
  "password-changed",
  "second-step-added",
  "second-step-removed",
  "backup-codes-made",
  "passkey-added",
  "passkey-removed",
  "many-sessions",
  "email-changed",
  "email-undo",
  "email-undo-waits",
  "email-undone",
  "sign-in-reset",
] as const satisfies readonly Message["kind"][];

/** A person waits for the decision of staff. The number of submissions that a person can send has its own limit. */
const decisions = [
  "submission",
  "change-request",
  "organizer-suspended",
  "suspension-lifted",
] as const satisfies readonly Message["kind"][];

export const withoutHourlyLimit: readonly Message["kind"][] = [...warnings, ...decisions];

/**
 * A client that stops waiting does not know whether the server accepted the email, and sends it again. RFC 5321 allows the
 * server ten minutes after the text of an email. Four are a compromise: other emails wait for a slow server too.
 */
export const longestSilence = 4 * 60_000;
export const longestDelivery = longestSilence + 60_000;
/** Longer than any delivery: after it the node that claimed the email must have stopped. */
export const claimMinutes = 6;

/** Doubles from a minute to an hour, until a day after the first attempt. Then null. */
export function minutesUntilNextAttempt(attempts: number): number | null {
  const doublings = 6;
  const minutesDoubling = 2 ** doublings - 1;
  const attemptsInADay = doublings + Math.ceil((24 * 60 - minutesDoubling) / 60);
  if (attempts > attemptsInADay) return null;
  return attempts <= doublings ? 2 ** (attempts - 1) : 60;
}
