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
  "second-step-added": "turned on two-step sign-in for",
  "second-step-removed": "turned off two-step sign-in for",
  "record-saved": "saved",
  "record-restored": "restored an earlier version of",
  "record-offline-gift": "recorded an offline gift:",
  "export-donations": "exported donations:",
  "picture-uploaded": "uploaded a picture:",
  "picture-removed": "removed a picture:",
  "send-receipt-again": "sent a receipt again:",
};

export const actionWords = (action: string) => words[action] ?? action.replaceAll("-", " ");

/** `record:hero` is read as "hero". */
export const subjectWords = (subject: string) => subject.replace(/^(?:record|invitation|setting):/, "");

export type Change = { field: string; before: string | null; after: string | null };

/** What differs between two states of a subject, field by field. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: fresh.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

function fieldsOf(state: unknown): Map<string, string> {
  if (state === null || state === undefined) return new Map();
  if (typeof state !== "object" || Array.isArray(state)) return new Map([["", inWords(state)]]);
  return new Map(Object.entries(state).map(([field, value]) => [field, inWords(value)]));
}

function inWords(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const longest = 200;
