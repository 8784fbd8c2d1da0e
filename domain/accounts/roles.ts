export const roles = ["organizer", "staff", "admin"] as const;
export type Role = (typeof roles)[number];

export type Person = {
  id: string;
  username: string | null;
  email: string;
  role: Role;
  createdAt: Date;
  sessionId: string;
  /** Signing in also asks for a code from their phone. */
  hasSecondStep: boolean;
  /** They can sign in with a passkey. Their password alone then does not sign them in. */
  hasPasskey: boolean;
  /** They still use a password that another person chose. */
  mustChangePassword: boolean;
};

/**
 * The roles that can use a route. Every route names one. People can change their own account before they set up a
 * required second step. Nothing else is open to them until then.
 */
export const policies = ["everyone", "own-account", "signed-in", "staff", "admin"] as const;
export type Policy = (typeof policies)[number];

/** Each role includes the rights of the one before it. A visitor is not signed in. */
const rank = { visitor: 0, organizer: 1, staff: 2, admin: 3 };
const lowestFor = {
  everyone: "visitor",
  "own-account": "organizer",
  "signed-in": "organizer",
  staff: "staff",
  admin: "admin",
} as const;

export function serves(policy: Policy, person: Pick<Person, "role"> | null): boolean {
  return rank[person?.role ?? "visitor"] >= rank[lowestFor[policy]];
}

/** A person whose access waits for a second admin can look at the staff area, and changes nothing there. */
export const needsConfirmedAccess = (policy: Policy, isRead: boolean): boolean =>
  !isRead && rank[lowestFor[policy]] >= rank.staff;

/** Staff invite organizers. Only admins choose who works for the fund. */
export function mayInvite(role: Role): readonly Role[] {
  if (role === "admin") return roles;
  return role === "staff" ? ["organizer"] : [];
}

/**
 * Steps that a person must complete first. The second step counts only if the fund requires it of staff. Their own
 * account is always open to them.
 */
export function lacks(
  policy: Policy,
  {
    role,
    hasSecondStep,
    hasPasskey,
    mustChangePassword,
  }: Pick<Person, "role" | "hasSecondStep" | "hasPasskey" | "mustChangePassword">,
): "own-password" | "second-step" | null {
  if (policy === "everyone" || policy === "own-account") return null;
  if (mustChangePassword) return "own-password";
  return !hasSecondStep && !hasPasskey && rank[role] >= rank.staff ? "second-step" : null;
}

export const linkLasts = {
  "password-reset": 60 * 60,
  "email-change": 60 * 60,
  "email-confirm": 60 * 60,
  "email-undo": 7 * 24 * 60 * 60,
  invitation: 7 * 24 * 60 * 60,
};
export type LinkKind = keyof typeof linkLasts;

export const isUsername = (text: string) => /^[a-z0-9_.]{3,30}$/.test(text);

/** The specification's minimum, which has its own message. */
export const specifiedShortest = 6;
export const shortestPassword = 12;

/** Longer ones only make hashing slower. */
export const longestPassword = 128;

/** A session ends an hour after its last use, and 12 hours after it began. */
export const sessionIdleSeconds = 60 * 60;
export const sessionLongestSeconds = 12 * 60 * 60;
