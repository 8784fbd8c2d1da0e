import type { SecurityEventKind } from "#domain/system/security-event.ts";
import type { Tone } from "#app/staff/list/status.tsx";

export const eventWords: Record<SecurityEventKind, [string, Tone]> = {
  "sign-in": ["Signed in", "good"],
  "sign-in-refused": ["Sign-in refused", "bad"],
  "sign-in-limited": ["Sign-in refused: too many attempts", "bad"],
  "second-step-refused": ["Second step refused", "bad"],
  "sign-out": ["Signed out", "plain"],
  "password-changed": ["Password changed", "waiting"],
  "password-reset": ["Password reset by link", "waiting"],
  "second-step-changed": ["Two-step sign-in changed", "waiting"],
  "email-changed": ["Email address changed", "waiting"],
  "role-changed": ["Role changed", "waiting"],
  "account-disabled": ["Account disabled", "waiting"],
  "account-enabled": ["Account enabled", "waiting"],
  "sign-in-reset": ["Password and two-step sign-in reset", "waiting"],
  "access-confirmed": ["Access confirmed", "waiting"],
  invited: ["Person invited", "waiting"],
  export: ["Data exported", "waiting"],
  erasure: ["Donor data erased", "waiting"],
  "bad-request": ["Malformed request refused (400)", "bad"],
  forbidden: ["Page refused for this role (403)", "bad"],
  "foreign-form": ["Form from another site refused (403)", "bad"],
  misdirected: ["Request for another host refused (421)", "bad"],
  limited: ["Refused: too many requests (429)", "bad"],
};
