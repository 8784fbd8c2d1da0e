import { argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { isSameSecret } from "#domain/system/compare-secrets.server.ts";

const derive = promisify(argon2);

/** 19 MiB and two passes: the minimum that OWASP recommends for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

export const hashPassword = (password: string): Promise<string> =>
  hashWith(password, { ...cost, salt: randomBytes(16), length: 32 });

/** With today's cost and the stored salt, by which the database knows that the password is the same. */
export function hashAgain(password: string, stored: string): Promise<string> {
  return hashWith(password, { ...parse(stored), ...cost });
}

/** Hashes this password with the salt and cost of the stored hash, for comparison. */
export function hashLike(password: string, stored: string): Promise<string> {
  return hashWith(password, parse(stored));
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  return isSameSecret(stored, await hashLike(password, stored));
}

/** True if new hashes have another cost. */
export function isOutdated(stored: string): boolean {
  const { memory, passes, parallelism } = parse(stored);
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism;
}

type Making = typeof cost & { salt: Buffer; length: number };

function parse(stored: string): Making {
  const [, memory, passes, parallelism, salt = "", tag = ""] = form.exec(stored) ?? [];
  if (tag === "") throw new Error("a stored password is not an argon2id hash");
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    length: Buffer.from(tag, "base64").length,
  };
}

async function hashWith(
  message: string,
  { memory, passes, parallelism, salt, length }: Making,
): Promise<string> {
  const parameters = { message, nonce: salt, memory, passes, parallelism, tagLength: length };
  const tag = await inTurn(() => derive("argon2id", parameters));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

// A flood of sign-ins must not use all four threads of the pool: files and compression need them too.
const inTurn = pLimit(2);

const unpadded = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
