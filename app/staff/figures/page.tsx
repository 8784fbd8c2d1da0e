import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { formatCompact, formatMoney, tzs } from "#domain/money/money.ts";
import { compare, daysIn, type Compared } from "#domain/donations/periods.ts";
import { readDaySums, readFigureParts, type FigureParts } from "#database/donations/figures.ts";
import { acceptLowerFigure } from "#operations/content/accept-lower-figure.ts";
import { databaseContext, publishChangeContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Amount, Moment } from "#app/staff/values.tsx";
import { Chart } from "./chart.tsx";
import { changeInWords, chartWords, daysOf, wordsOf } from "./words.ts";
import { ComparisonSections } from "./comparison.tsx";
import { readDonationComparisons } from "./donation-comparisons.server.ts";
import { LowerReports } from "./lower-reports.tsx";
import { PeriodPicker } from "./period-picker.tsx";
import { readRanges, type PeriodQuery, type Ranges } from "./query.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/page";

export const handle = { policy: "staff" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const read = readRanges(url);
  const { ranges, typed } = read;
  const [figures, days, comparisons] = await Promise.all([
    readFigureParts(db),
    ranges && readDaySums(db, { from: ranges.before.from, to: ranges.range.to }),
    ranges && readDonationComparisons(db, ranges),
  ]);
  const parts = ranges && days && compare(ranges.range, typed.unit, days);
  return { figures, ...read, parts, comparisons: comparisons ?? [] };
}

const whole = z.string().regex(/^\d{1,15}$/);
const form = z.object({
  subject: z.string().max(200),
  raised: whole.transform(BigInt),
  donors: whole.transform(Number),
});

export async function action({ request, context, url }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  const read = await readForm(request, form);
  if (person === null || !read.ok) throw data(null, { status: 400 });
  const accepted = { ...read.value, by: person.id };
  const outcome = await context.get(publishChangeContext)(() =>
    acceptLowerFigure(context.get(databaseContext), accepted),
  );
  const headers = { "Set-Cookie": noticeCookie(notices[outcome]) };
  return redirect(url.pathname + url.search, { status: 303, headers });
}

const notices: Record<"accepted" | "changed", Notice> = {
  accepted: { tone: "success", title: "The lower figure is used now" },
  changed: {
    tone: "error",
    title: "Nothing was changed",
    text: "The service has reported another figure since.",
  },
};

export default function Figures({ loaderData }: Route.ComponentProps) {
  const { figures, typed, errors, ranges, usual, parts, comparisons } = loaderData;
  return (
    <>
      <PageHead title="Figures" />
      <PeriodPicker typed={typed} errors={errors} usual={usual} />
      <section className="staff-card" aria-labelledby="over-time">
        <h2 id="over-time">Donations over time</h2>
        {ranges && parts && <OverTime ranges={ranges} parts={parts} typed={typed} />}
      </section>
      <ComparisonSections comparisons={comparisons} />
      <section className="staff-card" aria-labelledby="public">
        <h2 id="public">Figures on public pages</h2>
        <p>
          Each figure is the sum of its donations in the ledger and, if <Link to="/admin/stats">Stats</Link>{" "}
          switches it on, the amount of the reporting service. Donations in dollars are counted separately.
        </p>
        <details>
          <summary>Show the numbers</summary>
          <ListTable
            caption="Public figures"
            columns={columns}
            rows={figures}
            keyOf={({ subject }) => subject}
          />
        </details>
        <LowerReports figures={figures} />
      </section>
    </>
  );
}

type Shown = { ranges: Ranges; parts: Compared[]; typed: PeriodQuery };

function OverTime({ ranges: { range, before }, parts, typed }: Shown) {
  const now = sumOf(parts);
  const then = sumOf(parts.map((part) => part.before));
  const words = `${inWords(now)} ${wordsOf(range)}. Before, ${wordsOf(before)}: ${inWords(then)}.`;
  const change = changeInWords(now.raised, then.raised, daysIn(range));
  const query = new URLSearchParams({ from: range.from, to: range.to });
  return (
    <>
      <p className="figure-sum" title={words}>
        <strong>
          <Amount of={tzs(now.raised)} />
        </strong>
        <span>
          in {countOf(now)}, {change}
        </span>
      </p>
      <Chart
        points={parts.map((each) => ({ part: each.part, value: each.raised, before: each.before.raised }))}
        label={`Donations in shillings. ${words}`}
        language="en"
        write={(value) => formatCompact(tzs(value), "en")}
        legend={chartWords}
      />
      <p className="figure-links">
        <a
          href={`/admin/figures.csv?${new URLSearchParams({ ...Object.fromEntries(query), unit: typed.unit })}`}
        >
          Download as CSV
        </a>
        <Link to={`/admin/donations?${query}&state=completed`}>Donations of this period</Link>
      </p>
      <details>
        <summary>Show the numbers</summary>
        <ListTable caption="Donations over time" columns={partColumns} rows={parts} keyOf={keyOfPart} />
      </details>
    </>
  );
}

type Sum = { raised: bigint; donors: number };

const sumOf = (sums: Sum[]): Sum => ({
  raised: sums.reduce((total, { raised }) => total + raised, 0n),
  donors: sums.reduce((total, { donors }) => total + donors, 0),
});

const countOf = ({ donors }: Pick<Sum, "donors">) => (donors === 1 ? "1 donation" : `${donors} donations`);

const inWords = (sum: Sum) => `${formatMoney(tzs(sum.raised), "en")} in ${countOf(sum)}`;

const keyOfPart = ({ part }: Compared) => part.from;

const partColumns: Column<Compared>[] = [
  { head: "Days", cell: ({ part }) => daysOf(part) },
  { head: "Amount", figure: true, cell: ({ raised }) => <Amount of={tzs(raised)} /> },
  { head: "Donations", figure: true, cell: ({ donors }) => donors },
  { head: "Amount before", figure: true, cell: ({ before }) => <Amount of={tzs(before.raised)} /> },
  { head: "Donations before", figure: true, cell: ({ before }) => before.donors },
];

const columns: Column<FigureParts>[] = [
  {
    head: "Figure",
    cell: ({ subject, title }) =>
      title === null ? (
        <Link to="/admin/donations?state=completed">Total Donated and Total Donors</Link>
      ) : (
        <Link to={`/admin/donations?state=completed&campaign=${subject}`}>{title}</Link>
      ),
  },
  { head: "Ledger", figure: true, cell: ({ ledger }) => <Parts {...ledger} /> },
  {
    head: "Reporting service",
    figure: true,
    cell: ({ external }) =>
      external === null ? (
        "Not fetched"
      ) : (
        <>
          <Parts {...external} />
          <small>{external.isAdded ? "Added" : "Switched off"}</small>
        </>
      ),
  },
  {
    head: "Shown",
    figure: true,
    cell: ({ ledger, external }) => <Parts {...sumOf(external?.isAdded ? [ledger, external] : [ledger])} />,
  },
  { head: "Fetched", cell: ({ external }) => external && <Moment at={external.fetchedAt} /> },
];

function Parts({ raised, donors }: Sum) {
  return (
    <>
      <Amount of={tzs(raised)} />
      <small>{countOf({ donors })}</small>
    </>
  );
}
