import { data } from "react-router";
import { compare } from "#domain/donations/periods.ts";
import { csvLine } from "#domain/reconciliation/csv.ts";
import { readDaySums } from "#database/donations/figures.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { asCsv, csvOf } from "./comparison.tsx";
import { readDonationComparisons } from "./donation-comparisons.server.ts";
import { readRanges } from "./query.ts";
import type { Route } from "./+types/export";

export const handle = { policy: "staff" };

/** The numbers of one chart. They are sums without personal data, so there is no audit entry. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { ranges, typed } = readRanges(url);
  if (ranges === null) throw data(null, { status: 400 });
  const { range, before } = ranges;
  const db = context.get(databaseContext);
  const of = url.searchParams.get("of");
  if (of !== null) {
    const found = (await readDonationComparisons(db, ranges)).find(({ id }) => id === of);
    if (found === undefined) throw data(null, { status: 400 });
    return asCsv(csvOf(found), `figures-${of}-${range.from}-${range.to}`);
  }
  const days = await readDaySums(db, { from: before.from, to: range.to });
  const head = ["from", "to", "raised_tzs", "donations", "raised_before_tzs", "donations_before"];
  const lines = compare(range, typed.unit, days).map(({ part, raised, donors, before: earlier }) =>
    csvLine([part.from, part.to, raised, BigInt(donors), earlier.raised, BigInt(earlier.donors)]),
  );
  return asCsv([csvLine(head), ...lines].join(""), `figures-${range.from}-${range.to}`);
}
