import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import {
  requestsOfAddress,
  requestsOfSite,
  waitsOfAddress,
  waitsOfSite,
  type UnpaidShare,
} from "#domain/limits.ts";
import { askForProof, newChallenge, type ProofNeeded } from "./ask-for-proof.ts";
import { openCaseAbout } from "./open-case-about.ts";

type Db = Kysely<Tables>;

/** The challenge to solve while the form is open; null where enough requests of address and site are paid. */
export async function requestChallenge(
  db: Db,
  challengeKey: string,
  client: string,
  now: Date,
): Promise<string | null> {
  return (await isAnyFlooded(db, client, now)) ? newChallenge(challengeKey, now) : null;
}

type Asker = { client: string; proof: string | null; challengeKey: string; now: Date };

/**
 * Thousands of honest phones share one address, so an address is never refused: its requests only have to bring a proof of
 * work while too few of them are paid.
 */
export async function passRequestBar(
  tx: Db,
  { client, proof, challengeKey, now }: Asker,
): Promise<{ kind: "passed" } | ProofNeeded> {
  if (!(await isAnyFlooded(tx, client, now))) return { kind: "passed" };
  const waits = [
    { subject: `request:${client}-wait`, limits: waitsOfAddress },
    { subject: "request-wait", limits: waitsOfSite },
  ];
  return askForProof(tx, { by: "mobile", attacked: true, proof, challengeKey, waits, now });
}

export async function countRequest(tx: Db, paymentId: bigint, client: string, now: Date): Promise<void> {
  await tx
    .insertInto("payment_requests")
    .values({ payment_id: paymentId, client: hashOf(client), sent_at: now })
    .execute();
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

async function isAnyFlooded(db: Db, client: string, now: Date): Promise<boolean> {
  const ofClient = sql`client = ${hashOf(client)}`;
  const { rows } = await sql<{ flooded: boolean }>`
    select ${isFlooded(ofClient, requestsOfAddress, now)} or ${isFlooded(sql`true`, requestsOfSite, now)} as flooded
  `.execute(db);
  return rows[0]?.flooded ?? false;
}

/**
 * Compares two flows over the same time: requests sent and not paid, and requests paid. That time is `within`, or as long
 * as it took to pay the latest `paid`. So a busy night is measured over seconds, and reads no more rows than a quiet one.
 */
function isFlooded(scope: ReturnType<typeof sql>, share: UnpaidShare, now: Date) {
  const { unpaid, perPaid, paid, within } = share;
  const start = sql`${now}::timestamptz - make_interval(secs => ${within})`;
  return sql`(
    with latest as (
      select paid_at from payment_requests
      where paid_at is not null and paid_at > ${start} and ${scope}
      order by paid_at desc limit ${paid}
    ), flow as (
      select case when count(*) = ${paid} then min(paid_at) else ${start} end as since,
        ${unpaid} + ${perPaid} * count(*) as most
      from latest
    )
    select (
      select count(*) from (
        select from payment_requests
        where paid_at is null and sent_at > (select since from flow) and ${scope}
        order by sent_at desc limit (select most from flow)
      ) as waiting
    ) >= (select most from flow)
  )`;
}

/** What is stored of an address. */
export const hashOf = (client: string) =>
  createHash("sha256").update(`request:${client}`).digest("base64url");
