import { timingSafeEqual } from "node:crypto";
import { sha256 } from "./digest.server.ts";

/** Compares hashes in constant time, so that the time shows neither the length nor the start of the secret. */
export function isSameSecret(ours: string, theirs: string): boolean {
  return timingSafeEqual(sha256(ours), sha256(theirs));
}
