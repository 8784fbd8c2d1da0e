import { hash } from "node:crypto";
import { bits, puzzlesOf } from "#domain/payments/proof-of-work.ts";

/** Solves a challenge synchronously. The browser's way has separate tests. */
export function solved(challenge: string): string {
  const name = challenge.split(".")[1] ?? "";
  const numbers = Array.from({ length: puzzlesOf(name) }, (_, place) => {
    let number = 0;
    while (hash("sha256", `${name}.${place}.${number}`, "buffer").readUInt32BE() >>> (32 - bits) !== 0)
      number += 1;
    return number;
  });
  return `${challenge}~${numbers.join(".")}`;
}
