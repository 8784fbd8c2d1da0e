export const roles = ["organizer", "staff", "admin"] as const;
export type Role = (typeof roles)[number];

/** Somebody who is signed in. */
export type Person = {
  id: string;
  username: string | null;
  email: string;
  role: Role;
  createdAt: Date;
  sessionId: string;
  /** Whether signing in takes a code from their telephone as well. */
  hasSecondStep: boolean;
  /** Whether they can sign in with a passkey. Their password alone then does not sign them in. */
  hasPasskey: boolean;
  /** Whether they still have a password that somebody else invented. */
  mustChangePassword: boolean;
};

/**
 * Whom an address serves; every route names one. What somebody does to their own account they may do before the second
 * step, which the fund may require, is set up; nothing else.
 */
export const policies = ["everybody", "own-account", "signed-in", "staff", "admin"] as const;
export type Policy = (typeof policies)[number];

/** Each role may do what the one before it may; a visitor is nobody who is signed in. */
const rank = { visitor: 0, organizer: 1, staff: 2, admin: 3 };
const lowestFor = {
  everybody: "visitor",
  "own-account": "organizer",
  "signed-in": "organizer",
  staff: "staff",
  admin: "admin",
} as const;

export function serves(policy: Policy, person: Pick<Person, "role"> | null): boolean {
  return rank[person?.role ?? "visitor"] >= rank[lowestFor[policy]];
}

/** Staff bring in organizers; who works for the fund is for its admins to say. */
export function mayInvite(role: Role): readonly Role[] {
  if (role === "admin") return roles;
  return role === "staff" ? ["organizer"] : [];
}

/**
 * What a person has to complete before they go on. The second step only counts where the fund requires it of its staff.
 * Their own account is always open to them.
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
  if (policy === "everybody" || policy === "own-account") return null;
  if (mustChangePassword) return "own-password";
  return !hasSecondStep && !hasPasskey && rank[role] >= rank.staff ? "second-step" : null;
}

/** What an address in a letter may do, once. */
export const linkLasts = {
  "password-reset": 60 * 60,
  "email-change": 60 * 60,
  "email-confirm": 60 * 60,
  "email-undo": 7 * 24 * 60 * 60,
  invitation: 7 * 24 * 60 * 60,
};
export type LinkKind = keyof typeof linkLasts;

export const isUsername = (text: string) => /^[a-z0-9_.]{3,30}$/.test(text);

/** What the specification asks for, with a message of its own. */
export const specifiedShortest = 6;
/** What we ask for. */
export const shortestPassword = 12;

/** Longer ones only make hashing dear. */
export const longestPassword = 128;

/** A session ends an hour after it was last used, and 12 hours after it began. */
export const sessionIdleSeconds = 60 * 60;
export const sessionLongestSeconds = 12 * 60 * 60;
