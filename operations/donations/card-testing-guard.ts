import { sql, type Kysely } from "kysely";
import { timesCounted } from "#database/system/rate-limits.ts";
import type { Tables } from "#database/tables.ts";
import { waitFor, type Counted } from "#domain/system/rate-limit.ts";
import {
  cardAddressWaitLimits,
  cardsPerAddress,
  cardsPerEmail,
  hardProofFromCards,
  restingCards,
  unpaidCards,
  cardWaitLimits,
} from "#domain/payments/limits.ts";
import { requireProof, newChallenge, type ProofNeeded } from "./require-proof-of-work.ts";
import { openCaseAbout } from "#operations/cases/open-about-payment.ts";

type Db = Kysely<Tables>;

export type CardsRest = { kind: "cards-rest"; retryAfter: number };

/** Card donors are counted by IP address and by the name they enter. */
export function countedForCard(client: string, email: string | null): Counted[] {
  return [
    { subject: `${ofAddress}${client}`, limits: cardsPerAddress },
    ...(email === null ? [] : [{ subject: `${ofEmail}${email.toLowerCase()}`, limits: cardsPerEmail }]),
  ];
}

const ofAddress = "card-address:";
const ofEmail = "card-email:";

export type LimitedBy = "phone" | "email" | "address";

/** The cause that the donor reads. All other subjects are phones. */
export function causeOf(subject: string): LimitedBy {
  if (subject.startsWith(ofAddress)) return "address";
  return subject.startsWith(ofEmail) ? "email" : "phone";
}

/** The challenge to solve while the form is filled in. Null for most visitors. */
export async function challengeFor(
  db: Db,
  challengeKey: string,
  counted: Counted[],
  now: Date,
): Promise<string | null> {
  const times = await timesCounted(db, counted, now);
  if (times > 0) return newChallenge(challengeKey, now, { hard: times >= hardProofFromCards });
  return isAttacked(await unpaidPages(db, now)) ? newChallenge(challengeKey, now) : null;
}

type Donor = {
  counted: readonly Counted[];
  /** The number of card pages that the donor's address or email opened before. */
  before: number;
  proof: string | null;
  challengeKey: string;
  now: Date;
};

/**
 * A first donation in quiet times passes. Later ones need proof of work or a wait. If too many pages are unpaid,
 * cards pause for everyone.
 */
export async function passBar(
  tx: Db,
  { counted, before, proof, challengeKey, now }: Donor,
): Promise<{ kind: "passed" } | ProofNeeded | CardsRest> {
  const attacked = isAttacked(await unpaidPages(tx, now));
  if (attacked) {
    const wait = waitFor(await unpaidPagesInTurn(tx, now), [restingCards], now);
    // In whole minutes, so that waiting donors do not all return for the first free slot.
    if (wait > 0) return { kind: "cards-rest", retryAfter: Math.ceil(wait / 60) * 60 };
  }
  if (before === 0 && !attacked) return { kind: "passed" };
  const waits = [
    { subject: "card-wait", limits: cardWaitLimits },
    ...counted
      .filter(({ subject }) => subject.startsWith(ofAddress))
      .map(({ subject }) => ({ subject: `${subject}-wait`, limits: cardAddressWaitLimits })),
  ];
  const hard = before >= hardProofFromCards;
  return requireProof(tx, { by: "card", attacked, hard, proof, challengeKey, waits, now });
}

/** One case for staff, however many donations are refused. */
export function reportCardTesting(db: Db): Promise<void> {
  const { most, within } = unpaidCards;
  return openCaseAbout(
    db,
    { kind: "card-testing", subject: "cards" },
    { unpaid: most, minutes: within / 60 },
  );
}

const isAttacked = (unpaid: Date[]) => unpaid.length >= unpaidCards.most;

/** The opening times of the latest unpaid card pages, as many as the limits count. */
async function unpaidPages(db: Db, now: Date): Promise<Date[]> {
  const { within } = unpaidCards;
  const unpaid = await db
    .selectFrom("payments")
    .select("created_at")
    .where("method", "=", "card")
    .where("created_at", ">", new Date(now.getTime() - within * 1_000))
    .where("status", "not in", ["succeeded", "reversed"])
    .orderBy("created_at", "desc")
    .limit(Math.max(unpaidCards.most, restingCards.most))
    .execute();
  return unpaid.map(({ created_at }) => created_at);
}

/** Requests queue here, so that each sees the pages of those before it, and a burst cannot exceed the limit. */
async function unpaidPagesInTurn(tx: Db, now: Date): Promise<Date[]> {
  await sql`select pg_advisory_xact_lock(hashtext('unpaid card pages'))`.execute(tx);
  return unpaidPages(tx, now);
}
