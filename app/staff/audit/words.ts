import { z } from "zod";
import { isPoint, points } from "#domain/go-live/points.ts";
import { proposalKinds } from "#domain/cases/proposal.ts";
import type { AuditEntry } from "#database/system/audit-log.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { AuditAction } from "#domain/system/audit-action.ts";
import { decisionWords } from "#app/staff/cases/words.ts";
import { kindWords } from "#app/staff/approvals/words.ts";

/** The action as text that follows the person’s name. An action without an entry here shows its own name. */
const words: Record<string, string> = {
  "account-made": "created the account",
  "account-reset": "reset the password of",
  "account-disabled": "disabled the account of",
  "account-enabled": "enabled the account of",
  "access-confirmed": "confirmed the access of",
  "role-changed": "changed the role of",
  "person-invited": "invited",
  "invitation-withdrawn": "withdrew the invitation of",
  "second-step-rule-changed": "changed the rule for",
  "password-reset": "reset the password by email link for",
  "password-changed": "changed the password of",
  "email-changed": "changed the email address of",
  "email-confirmed": "confirmed the email address of",
  "email-change-undone": "undid the email change of",
  "passkey-added": "added a passkey for",
  "passkey-removed": "removed a passkey of",
  "second-step-added": "turned on two-step sign-in for",
  "backup-codes-made": "created backup codes for",
  "sign-in-reset": "reset the password and two-step sign-in of",
  "second-step-removed": "turned off two-step sign-in for",
  "record-saved": "saved",
  "record-restored": "restored an earlier version of",
  "draft-saved": "saved a draft of",
  "draft-discarded": "discarded the draft of",
  "draft-scheduled": "scheduled a change of",
  "schedule-cancelled": "cancelled the scheduled change of",
  "draft-published": "published the scheduled change of",
  "draft-not-published": "did not publish the scheduled change of",
  "campaign-deleted": "deleted",
  "campaign-restored": "restored",
  "member-deleted": "deleted",
  "member-restored": "restored",
  "team-ordered": "changed the order of",
  "goals-reset": "reset the goals of all",
  "goals-reset-undone": "undid the reset of the goals of all",
  "lower-figure-accepted": "accepted a lower figure for",
  "enter-offline-donation": "added",
  "confirm-offline-donation": "confirmed",
  "withdraw-offline-donation": "withdrew",
  "add-lost-donation": "added from a statement",
  refund: "refunded",
  "part-refund": "refunded part of",
  move: "moved",
  "send-email-again": "sent again:",
  "send-saved-emails": "sent the saved",
  "export-donations": "exported",
  "view-donor": "looked at all donations of a donor:",
  "export-donor": "exported a donor’s data:",
  "erase-donor": "erased a donor’s data:",
  "donor-forgotten": "deleted, on the donor’s request, the data of",
  "message-shown": "showed the message of",
  "message-hidden": "hid the message of",
  "update-posted": "posted",
  "update-edited": "edited",
  "update-removed": "removed",
  "picture-uploaded": "uploaded",
  "picture-removed": "removed",
  "import-statement": "imported",
  "undo-import": "undid the import of",
  "send-receipt-again": "sent a receipt again:",
  "zakat-ruling-recorded": "recorded a Zakat ruling for",
  "zakat-ruling-withdrawn": "withdrew a Zakat ruling for",
  "organizer-suspended": "suspended the organizer",
  "organizer-suspension-lifted": "lifted the suspension of",
  "submission-approved": "approved",
  "submission-returned": "asked for changes to",
  "submission-rejected": "rejected",
  "change-request-approved": "approved",
  "change-request-rejected": "rejected",
  "fund-imported": "imported an earlier system into the",
  "key-replaced": "replaced the secret key of the",
  "point-confirmed": "confirmed, before going live:",
  "confirmation-undone": "undid a confirmation:",
} satisfies Record<Exclude<AuditAction["action"], `${string}:${string}`>, string>;

export function actionWords(action: string): string {
  const [verb = "", about = ""] = action.split(":");
  const known = proposalKinds.find((kind) => kind === about);
  if (known && verb in decided) return `${decided[verb]} “${kindWords[known]}”:`;
  if (verb === "resolve-case") return `closed (${decisionWords(about)})`;
  return words[action] ?? action.replaceAll(/[-:]/g, " ");
}

const decided: Record<string, string> = {
  propose: "requested",
  approve: "approved",
  reject: "rejected",
  withdraw: "withdrew",
};

export const actionChoice = (action: string) => choices[action] ?? actionWords(action).replace(/:$/, "");

const choices: Record<string, string> = {
  "campaign-deleted": "deleted a campaign",
  "campaign-restored": "restored a campaign",
  "member-deleted": "deleted a team member",
  "member-restored": "restored a team member",
  "team-ordered": "changed the team order",
};

const withoutUsername = z.object({ username: z.null() });

/** Only a sign-up makes an account without a username and without an actor. */
export const isSignUp = ({ action, actor, after }: Pick<AuditEntry, "action" | "actor" | "after">): boolean =>
  action === "account-made" && actor === null && withoutUsername.safeParse(after).success;

type Deed = Pick<AuditEntry, "action" | "subject" | "about" | "donation">;

/** What the person did, and to which record. */
export function deedWords({ action, subject, about, donation }: Deed): { did: string; object: string } {
  if (action === "team-ordered") return { did: "changed", object: "the team order" };
  const did = actionWords(action);
  if (donation !== null)
    return { did, object: `a donation of ${formatMoney(donation.amount, "en")} to “${donation.campaign}”` };
  if (about === null) return { did, object: subjectWords(subject) };
  const [, kind = ""] = /^(?:record:)?(campaign|team|submission):/.exec(subject) ?? [];
  if (kind === "submission") return { did, object: `submission “${about}”` };
  return { did, object: [kind === "team" ? "team member" : kind, about].filter(Boolean).join(" ") };
}

/** The page of the record, if it has one. A deleted record has none. */
export function addressOf({ action, subject, donation }: Omit<Deed, "about">): string | null {
  if (action === "team-ordered" || action.endsWith("-deleted")) return null;
  if (donation !== null) return `/admin/donations/${donation.id}`;
  const [, kind = "", id = ""] = /^(record:campaign|record:team|[a-z-]+):(.+)$/.exec(subject) ?? [];
  const folder = folders[kind];
  return folder === undefined ? null : `/admin/${folder}/${encodeURIComponent(id)}`;
}

const folders: Record<string, string> = {
  "offline-donation": "offline-donations",
  case: "cases",
  proposal: "approvals",
  submission: "submissions",
  "change-request": "change-requests",
  user: "people",
  "record:campaign": "campaigns",
  "record:team": "team",
};

export const subjectKinds = {
  "record:campaign:": "Campaigns",
  "record:team": "Team",
  "record:": "Site content",
  "bank-details": "Requested bank details",
  "donation:": "Donations",
  donations: "Donation downloads",
  followings: "Followers’ data",
  "offline-donation:": "Offline donations",
  "case:": "Cases",
  "proposal:": "Approvals",
  email: "Emails",
  "submission:": "Submissions",
  "change-request:": "Requested changes",
  "user:": "People",
  "invitation:": "Invitations",
  "setting:": "Sign-in rules",
  "picture:": "Pictures",
  "update:": "Updates of campaigns",
  "external-figure:": "Figures of the reporting service",
  "go-live:": "Before you go live",
};

/** `record:campaign:zakat` becomes "campaign zakat", and `offline-donation:1` "offline donation 1". */
export function subjectWords(subject: string): string {
  const [kind = "", ...name] = subject.replace(/^(?:record|invitation|external-figure):/, "").split(":");
  const [only] = name;
  if (kind === "go-live" && only !== undefined && isPoint(only)) return points[only].title;
  return nameless[kind] ?? [kind === "proposal" ? "request" : kind.replaceAll("-", " "), ...name].join(" ");
}

/** Their keys say nothing to a reader. */
const nameless: Record<string, string> = {
  ...{ picture: "a picture", setting: "two-step sign-in", user: "an account that is now deleted" },
  ...{ followings: "followed campaigns", "bank-details": "the bank details" },
};
