import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import { passLimit, wasCounted } from "#database/rate-limits.ts";
import { sharedSecret } from "#database/secrets.ts";
import type { Tables } from "#database/tables.ts";
import {
  cardsPerAddress,
  cardsPerEmail,
  challengeLasts,
  unpaidCards,
  waitInstead,
  waitsInstead,
  type Limit,
} from "#domain/limits.ts";
import { isSolved } from "#domain/proof-of-work.ts";
import { openCaseAbout } from "./open-case-about.ts";

type Db = Kysely<Tables>;

export type Counted = { subject: string; limits: readonly Limit[] };

/** `wait` is in how many seconds the same challenge is good without any work. */
export type ProofNeeded = { kind: "proof-needed"; challenge: string; wait: number; attacked: boolean };

/** Givers by card are counted by where they are and by the name they give. */
export function countedForCard(client: string, email: string | null): Counted[] {
  return [
    { subject: `card:${client}`, limits: cardsPerAddress },
    ...(email === null ? [] : [{ subject: `card:${email.toLowerCase()}`, limits: cardsPerEmail }]),
  ];
}

/** The challenge that whoever opens the form is set at once, to be solved while it is filled in; null for most. */
export async function challengeFor(db: Db, counted: Counted[], now: Date): Promise<string | null> {
  for (const { subject, limits } of counted)
    if (await wasCounted(db, subject, limits, now)) return newChallenge(db, now);
  return (await isAttacked(db, now)) ? newChallenge(db, now) : null;
}

type Giver = { known: boolean; proof: string | null; now: Date };

/** A first gift in quiet times passes. Else its giver's device has worked for it, or its giver has waited. */
export async function passBar(
  tx: Db,
  { known, proof, now }: Giver,
): Promise<{ kind: "passed" } | ProofNeeded> {
  const attacked = await isAttacked(tx, now);
  if (!known && !attacked) return { kind: "passed" };
  const shown = proof === null ? null : await readProof(tx, proof, now);
  if (shown === null || !(await use(tx, shown.name, now)))
    return { kind: "proof-needed", challenge: await newChallenge(tx, now), wait: waitInstead, attacked };
  if (isSolved(shown.name, shown.numbers)) return { kind: "passed" };
  const wait = shown.age < waitInstead ? waitInstead - shown.age : await longerWait(tx, now);
  return wait === 0
    ? { kind: "passed" }
    : { kind: "proof-needed", challenge: shown.challenge, wait, attacked };
}

/** One case for staff, however often. */
export function reportCardTesting(db: Db): Promise<void> {
  const { most, within } = unpaidCards;
  return openCaseAbout(
    db,
    { kind: "card-testing", subject: "cards" },
    { unpaid: most, minutes: within / 60 },
  );
}

async function isAttacked(db: Db, now: Date): Promise<boolean> {
  const { most, within } = unpaidCards;
  const unpaid = await db
    .selectFrom("payments")
    .select("id")
    .where("method", "=", "card")
    .where("created_at", ">", new Date(now.getTime() - within * second))
    .where("status", "not in", ["succeeded", "reversed"])
    .limit(most)
    .execute();
  return unpaid.length >= most;
}

async function longerWait(tx: Db, now: Date): Promise<number> {
  const passed = await passLimit(tx, "card-wait", waitsInstead, now);
  return passed.kind === "limited" ? passed.retryAfter : 0;
}

/** Undone with everything else where the payment does not begin: then it is good once more. */
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

/** When it was set, a name of its own, and that it is ours. */
async function newChallenge(db: Db, now: Date): Promise<string> {
  const set = `${Math.floor(now.getTime() / second)}.${randomBytes(12).toString("base64url")}`;
  return `${set}.${await signature(db, set)}`;
}

type Shown = { challenge: string; name: string; age: number; numbers: number[] };

async function readProof(db: Db, proof: string, now: Date): Promise<Shown | null> {
  const [challenge = "", solution = ""] = proof.split("~");
  const [, set, at, name] = /^((\d{9,11})\.([\w-]{16}))\.[\w-]{22}$/.exec(challenge) ?? [];
  if (set === undefined || name === undefined) return null;
  const ours = `${set}.${await signature(db, set)}`;
  if (ours.length !== challenge.length || !timingSafeEqual(Buffer.from(ours), Buffer.from(challenge)))
    return null;
  const age = now.getTime() / second - Number(at);
  if (age < -60 || age > challengeLasts) return null;
  return { challenge, name, age: Math.floor(age), numbers: solution.split(".").map(Number) };
}

async function signature(db: Db, set: string): Promise<string> {
  const secret = await sharedSecret(db, "card-bar");
  return createHmac("sha256", secret).update(set).digest("base64url").slice(0, 22);
}
