import { z } from "zod";
import { isPoint, points } from "#domain/go-live/points.ts";
import { proposalKinds } from "#domain/cases/proposal.ts";
import type { AuditEntry } from "#database/system/audit-log.ts";
import { formatMoney } from "#domain/money/money.ts";
import { roles, type Role } from "#domain/accounts/roles.ts";
import type { AuditAction } from "#domain/system/audit-action.ts";
import { decisionWords } from "#app/staff/cases/words.ts";
import { kindWords } from "#app/staff/approvals/words.ts";

/**
 * The action as text that follows the person’s name, and as a choice of the filter. An action without an entry here shows
 * its own name.
 */
const words: Record<string, readonly [did: string, choice: string]> = {
  "account-made": ["created the account", "Created an account or accepted an invitation"],
  "account-reset": ["reset the password of", "Reset a password"],
  "account-disabled": ["disabled the account of", "Disabled an account"],
  "account-enabled": ["enabled the account of", "Enabled an account"],
  "access-confirmed": ["confirmed the access of", "Confirmed a person’s access"],
  "role-changed": ["changed the role of", "Changed a role"],
  "person-invited": ["invited", "Invited a person"],
  "invitation-withdrawn": ["withdrew the invitation of", "Withdrew an invitation"],
  "second-step-rule-changed": ["changed the rule for", "Changed the rule for two-step sign-in"],
  "password-reset": ["reset the password by email link for", "Reset a password by email link"],
  "password-changed": ["changed the password of", "Changed a password"],
  "email-changed": ["changed the email address of", "Changed an email address"],
  "email-confirmed": ["confirmed the email address of", "Confirmed an email address"],
  "email-undo-pressed": [
    "ended all sign-ins by the undo of an email change of",
    "Pressed Undo of an email change",
  ],
  "email-change-undone": ["undid the email change of", "Undid an email change"],
  "passkey-added": ["added a passkey for", "Added a passkey"],
  "passkey-removed": ["removed a passkey of", "Removed a passkey"],
  "second-step-added": ["turned on two-step sign-in for", "Turned on two-step sign-in"],
  "backup-codes-made": ["created backup codes for", "Created backup codes"],
  "sign-in-reset": ["reset the password and two-step sign-in of", "Reset a password and two-step sign-in"],
  "second-step-removed": ["turned off two-step sign-in for", "Turned off two-step sign-in"],
  "record-saved": ["saved", "Saved a record"],
  "record-restored": ["restored an earlier version of", "Restored an earlier version of a record"],
  "draft-saved": ["saved a draft of", "Saved a draft"],
  "draft-discarded": ["discarded the draft of", "Discarded a draft"],
  "draft-scheduled": ["scheduled a change of", "Scheduled a change"],
  "schedule-cancelled": ["cancelled the scheduled change of", "Cancelled a scheduled change"],
  "draft-published": ["published the scheduled change of", "Published a scheduled change"],
  "draft-not-published": ["did not publish the scheduled change of", "Did not publish a scheduled change"],
  "campaign-deleted": ["deleted", "Deleted a campaign"],
  "campaign-restored": ["restored", "Restored a campaign"],
  "member-deleted": ["deleted", "Deleted a team member"],
  "member-restored": ["restored", "Restored a team member"],
  "team-ordered": ["changed the order of", "Changed the team order"],
  "goals-reset": ["reset the goals of all", "Reset the goals of all campaigns"],
  "goals-reset-undone": ["undid the reset of the goals of all", "Undid the reset of all goals"],
  "lower-figure-accepted": ["accepted a lower figure for", "Accepted a lower figure"],
  "enter-offline-donation": ["added", "Added an offline donation"],
  "confirm-offline-donation": ["confirmed", "Confirmed an offline donation"],
  "withdraw-offline-donation": ["withdrew", "Withdrew an offline donation"],
  "add-lost-donation": ["added from a statement", "Added a donation from a statement"],
  refund: ["refunded", "Refunded a donation"],
  "part-refund": ["refunded part of", "Refunded part of a donation"],
  move: ["moved", "Moved a donation"],
  "send-email": ["sent", "Sent an email"],
  "send-email-again": ["sent again:", "Sent an email again"],
  "send-saved-emails": ["queued the saved", "Queued the saved emails"],
  "export-donations": ["exported", "Exported donations"],
  "view-donor": ["looked at all donations of a donor:", "Looked at all donations of a donor"],
  "export-donor": ["exported a donor’s data:", "Exported a donor’s data"],
  "erase-donor": ["erased a donor’s data:", "Erased a donor’s data"],
  "donor-forgotten": [
    "deleted, on the donor’s request, the data of",
    "Deleted a donor’s data on their request",
  ],
  "message-shown": ["showed the message of", "Showed a donor’s message"],
  "message-hidden": ["hid the message of", "Hid a donor’s message"],
  "update-posted": ["posted", "Posted an update"],
  "update-edited": ["edited", "Edited an update"],
  "update-removed": ["removed", "Removed an update"],
  "picture-uploaded": ["uploaded", "Uploaded a picture"],
  "picture-removed": ["removed", "Removed a picture"],
  "import-statement": ["imported", "Imported a statement"],
  "undo-import": ["undid the import of", "Undid the import of a statement"],
  "send-receipt-again": ["sent a receipt again:", "Sent a receipt again"],
  "zakat-ruling-recorded": ["recorded a Zakat ruling for", "Recorded a Zakat ruling"],
  "zakat-ruling-withdrawn": ["withdrew a Zakat ruling for", "Withdrew a Zakat ruling"],
  "organizer-suspended": ["suspended the organizer", "Suspended an organizer"],
  "organizer-suspension-lifted": ["lifted the suspension of", "Lifted the suspension of an organizer"],
  "campaign-submitted": ["submitted", "Submitted a campaign"],
  "submission-approved": ["approved", "Approved a submission"],
  "submission-returned": ["asked for changes to", "Asked for changes to a submission"],
  "submission-rejected": ["rejected", "Rejected a submission"],
  "change-request-approved": ["approved", "Approved a requested change"],
  "change-request-rejected": ["rejected", "Rejected a requested change"],
  "fund-imported": ["imported an earlier system into the", "Imported an earlier system"],
  "key-replaced": ["replaced the secret key of the", "Replaced the secret key of the site"],
  "point-confirmed": ["confirmed, before going live:", "Confirmed a point before going live"],
  "confirmation-undone": ["undid a confirmation:", "Undid a confirmation before going live"],
} satisfies Record<Exclude<AuditAction["action"], `${string}:${string}`>, readonly [string, string]>;

export function actionWords(action: string): string {
  const [verb = "", about = ""] = action.split(":");
  const known = proposalKinds.find((kind) => kind === about);
  if (known && verb in decided) return `${decided[verb]} “${kindWords[known]}”:`;
  if (verb === "resolve-case") return `closed (${decisionWords(about)})`;
  return words[action]?.[0] ?? action.replaceAll(/[-:]/g, " ");
}

const decided: Record<string, string> = {
  propose: "requested",
  approve: "approved",
  reject: "rejected",
  withdraw: "withdrew",
};

/** A whole phrase, because no person and no record are beside it. */
export function actionChoice(action: string): string {
  const [verb, about = ""] = action.split(":");
  if (verb === "resolve-case") return `Closed a case (${decisionWords(about)})`;
  const choice = words[action]?.[1] ?? actionWords(action).replace(/:$/, "");
  return choice.replace(/^./, (letter) => letter.toUpperCase());
}

const withoutUsername = z.object({ username: z.null() });

/** Only a sign-up makes an account without a username and without an actor. */
export const isSignUp = ({ action, actor, after }: Made): boolean =>
  action === "account-made" && actor === null && withoutUsername.safeParse(after).success;

const withRole = z.object({ role: z.enum(roles) });

type Made = Pick<AuditEntry, "action" | "actor" | "after">;

/** Null if the account was not made from an invitation. The actor is who invited the person. */
export function acceptedRole({ action, actor, after }: Made): Role | null {
  const made = action === "account-made" && actor !== null ? withRole.safeParse(after) : null;
  return made?.success ? made.data.role : null;
}

type Deed = Pick<AuditEntry, "action" | "subject" | "about" | "donation">;

/** Actions of people on their own account. */
const ownDeeds: Record<string, readonly [did: string, object: string]> = {
  "password-changed": ["changed", "their own password"],
  "password-reset": ["reset by email link", "their own password"],
  "email-changed": ["changed", "their own email address"],
  "email-confirmed": ["confirmed", "their own email address"],
  "passkey-added": ["added", "their own passkey"],
  "passkey-removed": ["removed", "their own passkey"],
  "second-step-added": ["turned on", "their own two-step sign-in"],
  "second-step-removed": ["turned off", "their own two-step sign-in"],
  "backup-codes-made": ["created", "their own backup codes"],
};

/** The person's action and its record. */
export function deedWords({ action, subject, about, donation, actor }: Deed & Pick<AuditEntry, "actor">): {
  did: string;
  object: string;
} {
  const own = actor !== null && subject === `user:${actor.id}` ? ownDeeds[action] : undefined;
  if (own !== undefined) return { did: own[0], object: own[1] };
  if (action === "team-ordered") return { did: "changed", object: "the team order" };
  const did = actionWords(action);
  if (donation !== null)
    return { did, object: `a donation of ${formatMoney(donation.amount, "en")} to “${donation.campaign}”` };
  if (about === null) return { did, object: subjectWords(subject) };
  const [, kind = ""] =
    /^(?:record:)?(campaign|team|submission|change-request|statement):/.exec(subject) ?? [];
  if (kind === "change-request") return { did, object: `a change to “${about}”` };
  if (kind === "submission" || kind === "statement") return { did, object: `${kind} “${about}”` };
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
  statement: "reconciliation/imports",
  user: "people",
  email: "mail",
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
