import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import {
  requestsOfAddress,
  requestsOfSite,
  waitsOfAddress,
  waitsOfSite,
  type UnpaidShare,
} from "#domain/payments/limits.ts";
import { askForProof, newChallenge, type ProofNeeded } from "./require-proof-of-work.ts";
import { openCaseAbout } from "#operations/cases/open-about-payment.ts";

type Db = Kysely<Tables>;

/** The challenge to solve while the form is open; null where enough requests of address and site are paid. */
export async function requestChallenge(
  db: Db,
  challengeKey: string,
  client: string,
  now: Date,
): Promise<string | null> {
  const { bar } = await floodOf(db, client, now);
  return bar === "none" ? null : newChallenge(challengeKey, now, { hard: bar !== "proof" });
}

/** Too many requests of this address wait for their payers. */
export type RequestsRest = { kind: "requests-rest"; retryAfter: number };

type Asker = { client: string; proof: string | null; challengeKey: string; now: Date };

/**
 * Thousands of honest phones share one address, so its requests only have to bring a proof of work while too few of them
 * are paid. The proof gets harder, and at last the address rests. The site as a whole never rests.
 */
export async function passRequestBar(
  tx: Db,
  { client, proof, challengeKey, now }: Asker,
): Promise<{ kind: "passed" } | ProofNeeded | RequestsRest> {
  const { bar, retryAfter } = await floodNear(tx, client, now);
  if (bar === "none") return { kind: "passed" };
  if (bar === "rest") return { kind: "requests-rest", retryAfter };
  const waits = [
    { subject: `request:${client}-wait`, limits: waitsOfAddress },
    { subject: "request-wait", limits: waitsOfSite },
  ];
  return askForProof(tx, {
    by: "mobile",
    attacked: true,
    hard: bar === "hard",
    proof,
    challengeKey,
    waits,
    now,
  });
}

/** More than all nodes together begin at the same moment, so a burst cannot pass the first bar before it is counted. */
const exactFrom = requestsOfAddress.unpaid / 2;

/**
 * Near a bar, requests of the same address wait for each other until the transaction ends, so that each sees those before
 * it. The lock is a statement of its own: the next one sees what was committed while this one waited.
 */
async function floodNear(tx: Db, client: string, now: Date): Promise<Flood> {
  const first = await floodOf(tx, client, now);
  if (first.ofAddress < exactFrom) return first;
  await sql`select pg_advisory_xact_lock(hashtextextended(${hashOf(client)}, 0))`.execute(tx);
  return floodOf(tx, client, now);
}

export async function countPaidRequest(tx: Db, paymentId: bigint, now: Date): Promise<void> {
  await tx
    .updateTable("payment_requests")
    .set({ paid_at: now })
    .where("payment_id", "=", paymentId)
    .where("paid_at", "is", null)
    .execute();
}

/** The provider refused before it asked the payer, so no phone was disturbed. */
export async function uncountRequest(tx: Db, paymentId: bigint): Promise<void> {
  await tx.deleteFrom("payment_requests").where("payment_id", "=", paymentId).execute();
}

/** While the case is open, there is no second one. */
export function reportUnpaidRequests(db: Db): Promise<void> {
  const { unpaid, perPaid, within } = requestsOfAddress;
  return openCaseAbout(
    db,
    { kind: "unpaid-requests", subject: "payment requests" },
    { "unpaid from one address": unpaid, "unpaid for each paid": perPaid, minutes: within / 60 },
  );
}

type Flood = { bar: "none" | "proof" | "hard" | "rest"; retryAfter: number; ofAddress: number };

async function floodOf(db: Db, client: string, now: Date): Promise<Flood> {
  const ofClient = sql`client = ${hashOf(client)}`;
  const { rows } = await sql<{ ofAddress: number; oldest: Date | null; ofSite: number }>`
    select address.excess as "ofAddress", address.oldest, site.excess as "ofSite"
    from (${excessOf(ofClient, requestsOfAddress, now)}) as address,
      (${excessOf(sql`true`, requestsOfSite, now)}) as site
  `.execute(db);
  const { ofAddress = 0, oldest = null, ofSite = 0 } = rows[0] ?? {};
  const { most, within } = requestsOfAddress;
  const age = oldest === null ? 0 : (now.getTime() - oldest.getTime()) / 1_000;
  const retryAfter = Math.max(60, Math.ceil(within - age));
  if (most !== null && ofAddress >= most) return { bar: "rest", retryAfter, ofAddress };
  if (ofAddress >= requestsOfAddress.hard || ofSite >= requestsOfSite.hard)
    return { bar: "hard", retryAfter, ofAddress };
  const isFlooded = ofAddress >= requestsOfAddress.unpaid || ofSite >= requestsOfSite.unpaid;
  return { bar: isFlooded ? "proof" : "none", retryAfter, ofAddress };
}

/**
 * Compares two flows over the same time: requests sent and not paid, and requests paid. That time is `within`, or as long
 * as it took to pay the latest `paid`. So a busy night is measured over seconds, and reads no more rows than a quiet one.
 * `excess` is how many unpaid requests there are beyond those that the paid ones make room for. It is counted no further
 * than the highest bar; when the request sent at `oldest` is too old to count, it is below that bar.
 */
function excessOf(scope: ReturnType<typeof sql>, share: UnpaidShare, now: Date) {
  const { hard, most, perPaid, paid, within } = share;
  const start = sql`${now}::timestamptz - make_interval(secs => ${within})`;
  return sql`
    with latest as (
      select paid_at from payment_requests
      where paid_at is not null and paid_at > ${start} and ${scope}
      order by paid_at desc limit ${paid}
    ), flow as (
      select case when count(*) = ${paid} then min(paid_at) else ${start} end as since,
        (${perPaid} * count(*))::int as room
      from latest
    ), waiting as (
      select sent_at from payment_requests
      where paid_at is null and sent_at > (select since from flow) and ${scope}
      order by sent_at desc limit (select ${most ?? hard} + room from flow)
    )
    select count(*)::int - (select room from flow) as excess, min(sent_at) as oldest from waiting
  `;
}

/** Only a hash of the address is stored. */
export const hashOf = (client: string) =>
  createHash("sha256").update(`request:${client}`).digest("base64url");
