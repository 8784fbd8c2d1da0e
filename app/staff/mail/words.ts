import type { LetterStatus } from "#database/letters.ts";
import type { Message } from "#domain/mail.ts";
import type { Tone } from "#app/staff/list/status.tsx";

export const statusWords = {
  waiting: ["Waiting", "waiting"],
  sent: ["Sent", "good"],
  "given-up": ["Failed", "bad"],
  kept: ["Kept", "plain"],
} as const satisfies Record<LetterStatus, [string, Tone]>;

const kindWords: Record<Message["kind"], string> = {
  receipt: "Receipt",
  proposal: "Something for two people",
  "password-reset": "Password reset",
  "password-changed": "Password changed",
  "email-change": "E-mail change",
  "email-undo": "E-mail changed, with the way back",
  "email-confirm": "E-mail address to confirm",
  invitation: "Invitation",
};

export const nameOfKind = (kind: string): string =>
  Object.entries(kindWords).find(([each]) => each === kind)?.[1] ?? kind;
