export const roles = ["organizer", "staff", "admin"] as const;
export type Role = (typeof roles)[number];

/** Somebody who is signed in. */
export type Person = { id: string; username: string | null; email: string; role: Role; createdAt: Date };

/** Whom an address serves; every route names one. */
export const policies = ["everybody", "signed-in", "staff", "admin"] as const;
export type Policy = (typeof policies)[number];

/** Each role may do what the one before it may; a visitor is nobody who is signed in. */
const rank = { visitor: 0, organizer: 1, staff: 2, admin: 3 };
const lowestFor = { everybody: "visitor", "signed-in": "organizer", staff: "staff", admin: "admin" } as const;

export function serves(policy: Policy, person: Pick<Person, "role"> | null): boolean {
  return rank[person?.role ?? "visitor"] >= rank[lowestFor[policy]];
}

export const isUsername = (text: string) => /^[a-z0-9_.]{3,30}$/.test(text);

/** Longer ones only make hashing dear. */
export const longestPassword = 128;

/** A session ends an hour after it was last used, and 12 hours after it began. */
export const sessionIdleSeconds = 60 * 60;
export const sessionLongestSeconds = 12 * 60 * 60;
