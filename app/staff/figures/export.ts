import { data } from "react-router";
import { databaseContext } from "#app/http/context.server.ts";
import { readPeriod } from "./query.ts";
import type { Route } from "./+types/export";

export const handle = { policy: "staff" };

/** The chart's numbers. They are sums without personal data, so there is no audit entry. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { period } = await readPeriod(context.get(databaseContext), url);
  if (period === null) throw data(null, { status: 400 });
  const head = ["from", "to", "raised_tzs", "donations", "raised_before_tzs", "donations_before"];
  const lines = period.parts.map(({ part, raised, donors, before }) =>
    [part.from, part.to, raised, donors, before.raised, before.donors].join(","),
  );
  return new Response([head.join(","), ...lines, ""].join("\r\n"), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="figures-${period.range.from}-${period.range.to}.csv"`,
    },
  });
}
