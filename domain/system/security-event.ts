/** Refused before or by a page. Too many together are an attack or a broken client. */
export const refusals = ["bad-request", "forbidden", "foreign-form", "misdirected", "limited"] as const;

/** A signed-in person did not prove who they are. Often a typing mistake; many together are a guess. */
export const wrongProofs = ["wrong-password", "wrong-code", "no-passkey"] as const;

export const securityEventKinds = [
  "sign-in",
  "sign-in-refused",
  "sign-in-limited",
  "second-step-refused",
  ...wrongProofs,
  "sign-out",
  "password-changed",
  "password-reset",
  "second-step-changed",
  "email-changed",
  "role-changed",
  "account-disabled",
  "account-enabled",
  "access-confirmed",
  "sign-in-reset",
  "invited",
  "export",
  "erasure",
  ...refusals,
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];
