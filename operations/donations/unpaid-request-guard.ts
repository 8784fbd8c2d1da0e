import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import {
  requestsOfAddress,
  requestsOfSite,
  addressWaitLimits,
  siteWaitLimits,
  type UnpaidShare,
} from "#domain/payments/limits.ts";
import { requireProof, newChallenge, type ProofNeeded } from "./require-proof-of-work.ts";
import { openCaseAbout } from "#operations/cases/open-about-payment.ts";
import { sha256 } from "#domain/system/digest.server.ts";

type Db = Kysely<Tables>;

/** The challenge to solve while the form is open. Null if enough requests of the address and the site are paid. */
export async function requestChallenge(
  db: Db,
  challengeKey: string,
  client: string,
  now: Date,
): Promise<string | null> {
  const { bar } = await floodOf(db, client, now);
  return bar === "none" ? null : newChallenge(challengeKey, now, { hard: bar !== "proof" });
}

/** Too many requests of this address are unpaid. */
export type RequestsRest = { kind: "requests-rest"; retryAfter: number };

type Asker = { client: string; proof: string | null; challengeKey: string; now: Date };

/**
 * Thousands of honest phones share one address. So its requests only need a proof of work while too few of them are
 * paid. The proof gets harder, and in the end the address pauses. The site as a whole never pauses.
 */
export async function passRequestBar(
  tx: Db,
  { client, proof, challengeKey, now }: Asker,
): Promise<{ kind: "passed" } | ProofNeeded | RequestsRest> {
  const { bar, retryAfter } = await floodNear(tx, client, now);
  if (bar === "none") return { kind: "passed" };
  if (bar === "rest") return { kind: "requests-rest", retryAfter };
  const waits = [
    { subject: `request:${client}-wait`, limits: addressWaitLimits },
    { subject: "request-wait", limits: siteWaitLimits },
  ];
  return requireProof(tx, {
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
 * Near a limit, requests of the same address wait for each other's transaction, so that each sees those before it.
 * The lock is a separate statement: the next one sees what was committed during the wait.
 */
async function floodNear(tx: Db, client: string, now: Date): Promise<Flood> {
  const first = await floodOf(tx, client, now);
  if (first.ofAddress < exactFrom) return first;
  await sql`select pg_advisory_xact_lock(hashtextextended(${clientHash(client)}, 0))`.execute(tx);
  return floodOf(tx, client, now);
}

/** The provider refused before asking the donor, so no phone got a request. */
export async function uncountRequest(tx: Db, paymentId: bigint): Promise<void> {
  await tx.deleteFrom("payment_requests").where("payment_id", "=", paymentId).execute();
}

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
  const ofClient = sql`client = ${clientHash(client)}`;
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
 * Compares two flows over the same time: unpaid requests and paid requests. That time is `within`, or as long as the
 * latest `paid` payments took. So a busy night is measured over seconds, and reads no more rows than a quiet one.
 * `excess` is the number of unpaid requests beyond those that the paid ones allow. Counting stops at the highest
 * limit. Once the request sent at `oldest` is too old to count, the address is below that limit.
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
export const clientHash = (client: string) => sha256(`request:${client}`).toString("base64url");
