import { createHash, timingSafeEqual } from "node:crypto";

/** Compares hashes in constant time, so that the time shows neither the length nor the start of the secret. */
export function isSameSecret(ours: string, theirs: string): boolean {
  return timingSafeEqual(digest(ours), digest(theirs));
}

const digest = (text: string) => createHash("sha256").update(text).digest();
