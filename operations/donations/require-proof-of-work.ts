import { createHmac, randomBytes } from "node:crypto";
import { isSameSecret } from "#domain/system/compare-secrets.server.ts";
import type { Kysely } from "kysely";
import { countAttempt } from "#operations/system/count-attempt.ts";
import type { Counted } from "#domain/system/rate-limit.ts";
import type { Tables } from "#database/tables.ts";
import { challengeLasts, secondsInsteadOfProof } from "#domain/payments/limits.ts";
import { hardMark, isHard, isSolved } from "#domain/payments/proof-of-work.ts";

type Db = Kysely<Tables>;

export type ProofNeeded<By extends string = "card" | "mobile"> = {
  kind: "proof-needed";
  by: By;
  challenge: string;
  /** Seconds after which the same challenge is accepted without any work. */
  wait: number;
  attacked: boolean;
};

export type ProofRequest<By extends string> = Pick<ProofNeeded<By>, "by" | "attacked"> & {
  /** True if an easy challenge is no longer enough. */
  hard?: boolean;
  proof: string | null;
  /** Signs challenges; the same on every node. */
  challengeKey: string;
  /** The number of waits accepted instead of work. Each limit must have one left. */
  waits: readonly Counted[];
  now: Date;
};

/** A solved challenge passes. So does an unsolved one after a wait, for browsers without script. */
export async function requireProof<By extends string>(
  tx: Db,
  request: ProofRequest<By>,
): Promise<{ kind: "passed" } | ProofNeeded<By>> {
  const { by, attacked, hard = false, challengeKey, waits, now } = request;
  const shown = readShown(request);
  if (shown === null || !(await use(tx, shown.name, now))) {
    const challenge = newChallenge(challengeKey, now, { hard });
    return { kind: "proof-needed", by, challenge, wait: secondsInsteadOfProof, attacked };
  }
  if (shown.isSolved) return { kind: "passed" };
  const wait = restOfWait(shown) || (await longerWait(tx, waits, now));
  return wait === 0
    ? { kind: "passed" }
    : { kind: "proof-needed", by, challenge: shown.challenge, wait, attacked };
}

/** Without the database: null if `requireProof` can pass. Costly work should not begin before. */
export function missingProof<By extends string>(request: ProofRequest<By>): ProofNeeded<By> | null {
  const { by, attacked, hard = false, challengeKey, now } = request;
  const shown = readShown(request);
  const wait = shown === null ? secondsInsteadOfProof : shown.isSolved ? 0 : restOfWait(shown);
  if (wait === 0) return null;
  const challenge = shown?.challenge ?? newChallenge(challengeKey, now, { hard });
  return { kind: "proof-needed", by, challenge, wait, attacked };
}

const restOfWait = ({ age }: Shown) => Math.max(0, secondsInsteadOfProof - age);

/** Null for a solved challenge that is too easy now. */
function readShown({ proof, challengeKey, hard = false, now }: ProofRequest<string>) {
  const shown = proof === null ? null : readProof(challengeKey, proof, now);
  if (shown === null) return null;
  const solved = isSolved(shown.name, shown.numbers);
  return solved && hard && !isHard(shown.name) ? null : { ...shown, isSolved: solved };
}

async function longerWait(tx: Db, waits: readonly Counted[], now: Date): Promise<number> {
  const attempt = await countAttempt(tx, waits, now);
  return attempt.kind === "limited" ? attempt.retryAfter : 0;
}

/** If no payment begins, this is rolled back with the transaction, and the challenge stays valid. */
async function use(tx: Db, name: string, now: Date): Promise<boolean> {
  const used = await tx
    .insertInto("used_challenges")
    .values({ name, used_at: now })
    .onConflict((clash) => clash.column("name").doNothing())
    .returning("name")
    .executeTakeFirst();
  return used !== undefined;
}

const second = 1_000;

/** Carries its time, a random name and our signature. */
export function newChallenge(challengeKey: string, now: Date, { hard = false } = {}): string {
  const name = `${hard ? hardMark : ""}${randomBytes(16).toString("base64url")}`;
  const set = `${Math.floor(now.getTime() / second)}.${name}`;
  return `${set}.${signature(challengeKey, set)}`;
}

type Shown = { challenge: string; name: string; age: number; numbers: number[] };

function readProof(challengeKey: string, proof: string, now: Date): Shown | null {
  const [challenge = "", solution = ""] = proof.split("~");
  const [, set, at, name] = /^((\d{9,11})\.([\w-]{16}|h?[\w-]{22}))\.[\w-]{22}$/.exec(challenge) ?? [];
  if (set === undefined || name === undefined) return null;
  if (!isSameSecret(`${set}.${signature(challengeKey, set)}`, challenge)) return null;
  const age = now.getTime() / second - Number(at);
  if (age < -60 || age > challengeLasts) return null;
  return { challenge, name, age: Math.floor(age), numbers: solution.split(".").map(Number) };
}

function signature(challengeKey: string, set: string): string {
  return createHmac("sha256", challengeKey).update(set).digest("base64url").slice(0, 22);
}
