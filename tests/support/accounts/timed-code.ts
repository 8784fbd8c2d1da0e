import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

/** The code of an authenticator app for a key (RFC 6238: SHA-1, six digits, half a minute). */
export function timedCode(key: string, at = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / halfMinute)));
  const digest = createHmac("sha1", fromBase32(key)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const figures = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(figures).padStart(6, "0");
}

/** The current code, with time left to enter it. */
export async function freshCode(key: string): Promise<string> {
  return timedCode(key, await timeToEnter());
}

/** Now, with time left to enter a code. A person also waits when the app's timer is nearly over. */
export async function timeToEnter(): Promise<number> {
  const left = halfMinute - (Date.now() % halfMinute);
  if (left < neededToEnter) await wait(left);
  return Date.now();
}

const halfMinute = 30_000;
const neededToEnter = 8_000;

function fromBase32(text: string): Buffer {
  const emails = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...text.replace(/[\s=]/g, "")]
    .map((email) => emails.indexOf(email.toUpperCase()).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
