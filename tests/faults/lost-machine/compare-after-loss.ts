import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import { findLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import type { GatewayPayment } from "#tests/faults/place.ts";

export type Found = {
  /** Payments that the gateways took. */
  paid: number;
  inLedger: number;
  /** Not in the ledger, but in an open case with their amount. */
  inCases: number;
  /** Each payment that is nowhere, in two places, has another amount or was never paid, and each broken rule of the ledger. */
  wrong: string[];
};

type Ours = { provider: string; reference: string; booked: string[]; cases: string[] };

/** Looks for every payment that a gateway took: once in the ledger, or in one open case that staff see. */
export async function compareAfterLoss(db: Reads, theirs: readonly GatewayPayment[]): Promise<Found> {
  const paid = theirs.filter(({ status }) => status === "paid");
  const ours = new Map((await readOurs(db)).map((each) => [nameOf(each.provider, each.reference), each]));
  const known = new Set(paid.map(({ gateway, reference }) => nameOf(gateway, reference)));
  const found: Found = { paid: paid.length, inLedger: 0, inCases: 0, wrong: [] };
  for (const { gateway, reference, gatewayReference, taken } of paid) {
    const places = [ours.get(nameOf(gateway, reference)), ours.get(nameOf(gateway, gatewayReference))];
    const [booked, cases] = [
      places.flatMap((at) => at?.booked ?? []),
      places.flatMap((at) => at?.cases ?? []),
    ];
    if (booked.length > 0) found.inLedger += 1;
    else if (cases.length > 0) found.inCases += 1;
    const amounts = [...booked, ...cases];
    if (amounts.length !== 1 || Number(amounts[0]?.split(" ")[0]) !== Number(taken))
      found.wrong.push(
        `${gateway} ${reference}: ${taken} paid; ledger ${booked.join()}; cases ${cases.join()}`,
      );
  }
  for (const [name, { booked }] of ours)
    if (booked.length > 0 && !known.has(name)) found.wrong.push(`${name}: booked, and not paid`);
  found.wrong.push(...(await findLedgerProblems(db)).map(({ problem, subject }) => `${problem}: ${subject}`));
  return found;
}

const nameOf = (provider: string, reference: string) => `${provider} ${reference}`;

/** By our reference for payments, and by the key of the statement line for unrecognised ones. */
async function readOurs(db: Reads): Promise<Ours[]> {
  const { rows } = await sql<Ours>`
    select p.provider, p.reference,
      array(select p.amount::text from journal j where j.payment_id = p.id and j.kind = 'donation') as booked,
      array(select p.amount || ' ' || k.kind from cases k where k.payment_id = p.id and k.status = 'open') as cases
    from payments p
  union all
    select split_part(subject, ':', 1), substring(subject from position(':' in subject) + 1), '{}',
      array_agg((details ->> 'amount') || ' ' || kind)
    from cases where kind = 'unknown-order' and status = 'open'
    group by subject
  `.execute(db);
  return rows;
}
