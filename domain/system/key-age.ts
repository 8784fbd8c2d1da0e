/** A replaced key opens stored values for so long. Every value is encrypted again long before. */
export const daysOfOldKey = 30;

/** When a key was replaced, and whether it has expired, by the clock of the database. */
export type RetiredKey = { id: string; expiresAt: Date; hasExpired: boolean };

/** The keys to use, the encrypting one first. A node that was not told of a rotation must not undo it. */
export function keysToUse(ids: readonly string[], retired: readonly RetiredKey[]): string[] {
  const old = new Map(retired.map((key) => [key.id, key]));
  return [...ids.filter((id) => !old.has(id)), ...ids.filter((id) => old.get(id)?.hasExpired === false)];
}

/** The configured keys that the operator should remove. */
export function oldKeysIn(ids: readonly string[], retired: readonly RetiredKey[]): RetiredKey[] {
  return retired.filter(({ id }) => ids.includes(id));
}
