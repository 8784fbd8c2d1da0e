import { proposalKinds } from "#domain/proposal.ts";
import { decisionWords } from "#app/staff/cases/words.ts";
import { kindWords } from "#app/staff/proposals/words.ts";

/** What was done, as a sentence goes on after the name of who did it. An action that is not named here is told by its own name. */
const words: Record<string, string> = {
  "account-made": "made the account",
  "account-reset": "gave a new password to",
  "account-disabled": "disabled the account of",
  "account-enabled": "enabled the account of",
  "role-changed": "changed the role of",
  "person-invited": "invited",
  "invitation-withdrawn": "withdrew the invitation of",
  "second-step-rule-changed": "changed the rule about two-step sign-in",
  "password-reset": "chose a new password by a mailed address, for",
  "password-changed": "changed the password of",
  "email-changed": "changed the e-mail address of",
  "email-confirmed": "confirmed the e-mail address of",
  "email-change-undone": "took back the e-mail address of",
  "passkey-added": "added a passkey for",
  "passkey-removed": "removed a passkey of",
  "second-step-added": "turned on two-step sign-in for",
  "backup-codes-made": "created backup codes for",
  "second-step-removed": "turned off two-step sign-in for",
  "record-saved": "saved",
  "record-restored": "restored an earlier version of",
  "campaign-deleted": "deleted",
  "campaign-restored": "restored",
  "member-deleted": "deleted",
  "member-restored": "restored",
  "team-ordered": "put in order",
  "goals-reset": "reset the goals of all",
  "enter-offline-gift": "entered",
  "confirm-offline-gift": "confirmed",
  "withdraw-offline-gift": "withdrew",
  refund: "gave back",
  "part-refund": "refunded a part of",
  move: "moved",
  "send-letter-again": "sent again:",
  "send-kept-letters": "sent all that were kept of the",
  "export-donations": "exported donations:",
  "export-donor": "exported a donor’s data:",
  "erase-donor": "erased a donor’s data:",
  "picture-uploaded": "uploaded a picture:",
  "picture-removed": "removed a picture:",
  "import-statement": "imported",
  "undo-import": "undid the import of",
  "send-receipt-again": "sent a receipt again:",
};

export function actionWords(action: string): string {
  const [verb = "", about = ""] = action.split(":");
  const known = proposalKinds.find((kind) => kind === about);
  if (known && verb in decided) return `${decided[verb]} “${kindWords[known]}”:`;
  if (verb === "resolve-case") return `closed (${decisionWords(about)})`;
  return words[action] ?? action.replaceAll(/[-:]/g, " ");
}

const decided: Record<string, string> = {
  propose: "proposed",
  approve: "approved",
  reject: "rejected",
  withdraw: "withdrew",
};

/** What was done as a choice: what is done to a campaign and to somebody of the team is told apart there. */
export const actionChoice = (action: string) => choices[action] ?? actionWords(action).replace(/:$/, "");

const choices: Record<string, string> = {
  "campaign-deleted": "deleted a campaign",
  "campaign-restored": "restored a campaign",
  "member-deleted": "deleted somebody of the team",
  "member-restored": "restored somebody of the team",
  "team-ordered": "put the team in order",
};

type Told = { action: string; subject: string; about: string | null };

/** All that follows the name of who did it. */
export function deedWords({ action, subject, about }: Told): string {
  if (action === "team-ordered") return "put the team in another order";
  if (about === null) return `${actionWords(action)} ${subjectWords(subject)}`;
  const [, kind = ""] = /^record:(campaign|team):/.exec(subject) ?? [];
  return [actionWords(action), kind === "team" ? "team member" : kind, about].filter(Boolean).join(" ");
}

/** What the log tells of, by the beginnings of its subjects. */
export const subjectKinds = {
  "record:campaign:": "Campaigns",
  "record:team": "The team",
  "record:": "Anything with an editor",
  "bank-details": "Proposed bank details",
  "donation:": "Donations",
  donations: "Exports of donations",
  "offline-gift:": "Offline gifts",
  "case:": "Cases",
  "proposal:": "Decisions about proposals",
  letter: "Letters",
  "user:": "People",
  "invitation:": "Invitations",
  "setting:": "Rules of signing in",
  "picture:": "Pictures",
};

/** `record:campaign:zakat` is read as "campaign zakat", and `offline-gift:1` as "offline gift 1". */
export function subjectWords(subject: string): string {
  const [kind = "", ...name] = subject.replace(/^(?:record|invitation|setting|picture):/, "").split(":");
  return [name.length > 0 ? kind.replaceAll("-", " ") : kind, ...name].join(" ");
}
