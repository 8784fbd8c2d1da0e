import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** 19 MiB and two passes: what OWASP asks of argon2id at the least. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await inTurn(() =>
    derive("argon2id", { ...cost, message: password, nonce: salt, tagLength: 32 }),
  );
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", tag = ""] = form.exec(stored) ?? [];
  if (tag === "") throw new Error("a stored password is not an argon2id hash");
  const expected = Buffer.from(tag, "base64");
  const found = await inTurn(() =>
    derive("argon2id", {
      message: password,
      nonce: Buffer.from(salt, "base64"),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  );
  return timingSafeEqual(found, expected);
}

// A flood of sign-ins must not take all of the four threads that files and compression share.
const mostAtOnce = 2;
let working = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (working >= mostAtOnce) await new Promise<void>((go) => waiting.push(go));
  else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}

const unpadded = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
