import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { passLimit, wasCounted } from "#database/rate-limits.ts";
import { sharedSecret } from "#database/secrets.ts";
import type { Tables } from "#database/tables.ts";
import {
  cardsPerAddress,
  cardsPerEmail,
  challengeLasts,
  restingCards,
  unpaidCards,
  waitFor,
  waitInstead,
  waitsInstead,
  type Limit,
} from "#domain/limits.ts";
import { isSolved } from "#domain/proof-of-work.ts";
import { openCaseAbout } from "./open-case-about.ts";

type Db = Kysely<Tables>;

export type Counted = { subject: string; limits: readonly Limit[] };

/** `wait` is in how many seconds the same challenge is good without any work. */
export type CardsRest = { kind: "cards-rest"; retryAfter: number };
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
  return isAttacked(await unpaidPages(db, now)) ? newChallenge(db, now) : null;
}

type Giver = { known: boolean; proof: string | null; now: Date };

/**
 * A first gift in quiet times passes. Else its giver's device has worked for it, or its giver has waited; and where too
 * many wait to be paid, nobody passes for a while.
 */
export async function passBar(
  tx: Db,
  { known, proof, now }: Giver,
): Promise<{ kind: "passed" } | ProofNeeded | CardsRest> {
  const attacked = isAttacked(await unpaidPages(tx, now));
  if (attacked) {
    const wait = waitFor(await unpaidPagesInTurn(tx, now), [restingCards], now);
    // In whole minutes, so that those who wait do not all come back for the first place that is free.
    if (wait > 0) return { kind: "cards-rest", retryAfter: Math.ceil(wait / 60) * 60 };
  }
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

const isAttacked = (unpaid: Date[]) => unpaid.length >= unpaidCards.most;

/** When the latest card pages that nobody has paid yet were opened: as many as the limits look at. */
async function unpaidPages(db: Db, now: Date): Promise<Date[]> {
  const { within } = unpaidCards;
  const unpaid = await db
    .selectFrom("payments")
    .select("created_at")
    .where("method", "=", "card")
    .where("created_at", ">", new Date(now.getTime() - within * second))
    .where("status", "not in", ["succeeded", "reversed"])
    .orderBy("created_at", "desc")
    .limit(Math.max(unpaidCards.most, restingCards.most))
    .execute();
  return unpaid.map(({ created_at }) => created_at);
}

/** One after another, so that each sees the pages of those before: a thousand at once are no more than the limit. */
async function unpaidPagesInTurn(tx: Db, now: Date): Promise<Date[]> {
  await sql`select pg_advisory_xact_lock(hashtext('unpaid card pages'))`.execute(tx);
  return unpaidPages(tx, now);
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
