import { data } from "react-router";
import { compare } from "#domain/donations/periods.ts";
import { csvLine } from "#domain/reconciliation/csv.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { asCsv, csvOf } from "./comparison.tsx";
import { readRanges } from "./query.ts";
import { readVisitorFigures } from "./visitor-comparisons.server.ts";
import type { Route } from "./+types/visitors-export";

export const handle = { policy: "staff" };

/** The numbers of one chart. They are counts without personal data, so there is no audit entry. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { ranges, typed } = readRanges(url);
  if (ranges === null) throw data(null, { status: 400 });
  const { days, comparisons } = await readVisitorFigures(context.get(databaseContext), ranges);
  const of = url.searchParams.get("of") ?? "days";
  const name = `visitors-${of}-${ranges.range.from}-${ranges.range.to}`;
  const found = comparisons.find(({ id }) => id === of);
  if (found !== undefined) return asCsv(csvOf(found), name);
  if (of !== "days") throw data(null, { status: 400 });
  const sums = days.map(({ day, visitors, times }) => ({ day, raised: BigInt(visitors), donors: times }));
  const lines = compare(ranges.range, typed.unit, sums).map(({ part, raised, donors, before }) =>
    csvLine([part.from, part.to, raised, BigInt(donors), before.raised]),
  );
  return asCsv([csvLine(["from", "to", "visitors", "views", "visitors_before"]), ...lines].join(""), name);
}
