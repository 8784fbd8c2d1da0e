import { sql } from "kysely";
import { findLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import type { Donor } from "./crowd.ts";
import type { GatewayPayment, Place } from "./place.ts";

export type Difference = {
  kind: "lost" | "double" | "invented" | "unsettled" | "unsound";
  what: string;
  reference?: string;
};

type Ours = {
  reference: string;
  provider: "azampay" | "selcom";
  payment: string;
  donation: string;
  amount: bigint;
  email: string | null;
  donations: number;
  receipts: number;
  evidence: number;
};

/** Compares the payments of the gateways and the promises to donors with our records. */
export async function compare(place: Place, crowd: readonly Donor[]): Promise<Difference[]> {
  const { readWrite: db } = place.database;
  const [theirs, ours] = [await place.gateways.payments(), await readOurs(place)];
  const known = new Map(ours.map((each) => [`${each.provider} ${each.reference}`, each]));
  const byReference = new Map(theirs.map((each) => [`${each.gateway} ${each.reference}`, each]));
  const problems = await findLedgerProblems(db);
  return [
    ...theirs.flatMap((each) => compareOne(each, known.get(`${each.gateway} ${each.reference}`))),
    ...ours.flatMap((each) => judgeOurs(each, byReference.get(`${each.provider} ${each.reference}`))),
    ...chargedTwice(theirs),
    ...(await brokenPromises(place, crowd)),
    ...(await unansweredCallbacks(place)),
    ...problems.map(({ problem, subject }) => unsound(`${problem}: ${subject}`)),
    ...(await otherProblems(place)),
  ];
}

const unsound = (what: string): Difference => ({ kind: "unsound", what });

function compareOne(theirs: GatewayPayment, ours: Ours | undefined): Difference[] {
  const { reference, status, taken } = theirs;
  if (status !== "paid") {
    const open = ours !== undefined && ["initiated", "pending", "unknown"].includes(ours.payment);
    const ended = status !== "open" && status !== "waiting";
    return open && ended
      ? [{ kind: "unsettled", what: `${status} there, ${ours.payment} here`, reference }]
      : [];
  }
  if (ours === undefined) return [{ kind: "lost", what: "paid there, and unknown here", reference }];
  if (ours.donations === 0) return [{ kind: "lost", what: `paid, and ${ours.payment} here`, reference }];
  if (ours.payment !== "succeeded" || ours.donation !== "completed")
    return [{ kind: "lost", what: `paid, and ${ours.payment}, ${ours.donation} here`, reference }];
  return Number(ours.amount) === Number(taken)
    ? []
    : [{ kind: "unsound", what: `${taken} charged, ${ours.amount} recorded`, reference }];
}

function judgeOurs(ours: Ours, theirs: GatewayPayment | undefined): Difference[] {
  const { reference, donations, receipts, donation, evidence } = ours;
  const found: Difference[] = [];
  if (donations > 0 && theirs?.status !== "paid")
    found.push({
      kind: "invented",
      what: `recorded here, and ${theirs?.status ?? "unknown"} there`,
      reference,
    });
  if (donations > 1) found.push({ kind: "double", what: `${donations} donations of one payment`, reference });
  if (receipts !== (donation === "completed" ? 1 : 0))
    found.push({ kind: "unsound", what: `${receipts} receipts of a ${donation} donation`, reference });
  if (donations > 0 && evidence === 0)
    found.push({ kind: "unsound", what: "recorded without a message that proves it", reference });
  return found;
}

/** Each donor has a different name and number, so two payment requests of one donor are an error. */
function chargedTwice(theirs: readonly GatewayPayment[]): Difference[] {
  const times = new Map<string, GatewayPayment[]>();
  for (const each of theirs) {
    const donor = each.order?.buyer ?? each.phone ?? "";
    times.set(donor, [...(times.get(donor) ?? []), each]);
  }
  return [...times].flatMap(([donor, payments]) =>
    payments.length < 2
      ? []
      : [
          {
            kind: "double",
            what: `${donor} was asked ${payments.length} times`,
            reference: payments[1]?.reference ?? "",
          },
        ],
  );
}

async function brokenPromises(place: Place, crowd: readonly Donor[]): Promise<Difference[]> {
  const promised = crowd.filter(({ externalId }) => externalId !== null);
  if (promised.length === 0) return [];
  const rows = await place.database.readWrite
    .selectFrom("donations")
    .select(["external_id", "status"])
    .execute();
  const statuses = new Map(rows.map(({ external_id, status }) => [external_id, status]));
  return promised.flatMap(({ externalId, name, sawCompleted }): Difference[] => {
    const status = statuses.get(externalId ?? "");
    if (status === undefined)
      return [{ kind: "lost", what: `${name} received ${externalId}, which does not exist` }];
    return sawCompleted && status !== "completed"
      ? [{ kind: "lost", what: `${name} was told that ${externalId} is completed; it is ${status}` }]
      : [];
  });
}

/** A callback answered with 200 is never sent again, so it must be on record. */
async function unansweredCallbacks(place: Place): Promise<Difference[]> {
  const rows = await place.database.readWrite
    .selectFrom("provider_messages")
    .select(["provider", "dedupe_key"])
    .where("kind", "=", "callback")
    .where("judged_at", "is not", null)
    .execute();
  const kept = new Set(
    rows.map(({ provider, dedupe_key }) => `${provider} ${dedupe_key?.replace("no payment: ", "")}`),
  );
  return place.office.acknowledged
    .filter(({ provider, bodyHash }) => !kept.has(`${provider} ${bodyHash}`))
    .map(({ provider, body }) => ({
      kind: "lost",
      what: `${provider} got an answer, but the callback is not stored: ${body}`,
      reference: /"(?:utilityref|order_id)":"([^"]*)"/.exec(body)?.[1] ?? "",
    }));
}

async function readOurs(place: Place): Promise<Ours[]> {
  const { rows } = await sql<Ours>`
    select p.reference, p.provider, p.status as payment, d.status as donation, p.amount, d.donor_email as email,
      (select count(*)::int from journal j where j.payment_id = p.id and j.kind = 'donation') as donations,
      (select count(*)::int from outbox o where o.donation_id = d.id and o.template = 'receipt') as receipts,
      (select count(*)::int from provider_messages m where m.payment_id = p.id
        and m.verdict in ('succeeded', 'corrected')) as evidence
    from payments p join donations d on d.id = p.donation_id
  `.execute(place.database.readWrite);
  return rows;
}

async function otherProblems(place: Place): Promise<Difference[]> {
  const { rows } = await sql<{ what: string }>`
    select 'message ' || id || ' was never judged' as what from provider_messages where judged_at is null
  union all
    select 'payment ' || id || ' is open without a next status check'
    from payments where status in ('initiated', 'pending', 'unknown') and next_check_at is null
  union all
    select 'receipt ' || o.id || ' has no completed donation'
    from outbox o left join donations d on d.id = o.donation_id
    where o.template = 'receipt' and d.status is distinct from 'completed'
  union all
    select 'two donations of ' || donor_email from donations where donor_email is not null
    group by donor_email having count(*) > 1
  `.execute(place.database.readWrite);
  return rows.map(({ what }) => unsound(what));
}

/** All records about the first payment with a difference, from the gateways and from us. */
export async function storyOf(place: Place, differences: readonly Difference[]): Promise<string> {
  const reference = differences.find((each) => each.reference !== undefined)?.reference ?? "";
  const { rows } = await sql<{ at: Date; what: string }>`
    select created_at as at, 'payment ' || to_json(p)::text as what from payments p where reference = ${reference}
  union all
    select m.received_at, m.kind || ' → ' || coalesce(m.verdict, 'not judged') || ' ' || m.body
    from provider_messages m left join payments p on p.id = m.payment_id
    where p.reference = ${reference} or m.body like '%' || ${reference} || '%'
  union all
    select j.created_at, 'journal ' || j.kind from journal j join payments p on p.id = j.payment_id
    where p.reference = ${reference}
    order by 1
  `.execute(place.database.readWrite);
  const theirs = (await place.gateways.payments()).filter((each) => each.reference === reference);
  return [
    ...rows.map(({ at, what }) => `  ${at.toISOString()} ${what}`),
    ...theirs.map((each) => `  the gateway: ${JSON.stringify(each)}`),
    `  the last death was at: ${await place.lastPoint()}`,
    `  the site's log: ${await place.logged()}`,
  ].join("\n");
}
