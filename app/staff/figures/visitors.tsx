import { compare, daysIn, type DaySum } from "#domain/donations/periods.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Chart, type Point } from "./chart.tsx";
import { changeInWords, chartWords, daysOf, wordsOf } from "./words.ts";
import { ComparisonSections } from "./comparison.tsx";
import { PeriodPicker } from "./period-picker.tsx";
import { readRanges } from "./query.ts";
import { readVisitorFigures } from "./visitor-comparisons.server.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/visitors";

export const handle = { policy: "staff" };

export async function loader({ context, url }: Route.LoaderArgs) {
  const read = readRanges(url);
  const { ranges, typed } = read;
  const figures = ranges && (await readVisitorFigures(context.get(databaseContext), ranges));
  const points = ranges && figures && pointsOf(compare(ranges.range, typed.unit, figures.days.map(asSum)));
  return { ...read, points, comparisons: figures?.comparisons ?? [] };
}

/** The columns of a day are the same as those of donations: what is summed, and how many. */
const asSum = ({ day, visitors, times }: { day: string; visitors: number; times: number }): DaySum => ({
  ...{ day, raised: BigInt(visitors), donors: times },
});

type VisitPoint = Point & { views: number };

const pointsOf = (parts: ReturnType<typeof compare>): VisitPoint[] =>
  parts.map(({ part, raised, donors, before }) => ({
    ...{ part, value: raised, before: before.raised, views: donors },
  }));

export default function Visitors({ loaderData }: Route.ComponentProps) {
  const { typed, errors, ranges, usual, points, comparisons } = loaderData;
  const isEmpty = points?.every(({ value, before }) => value === 0n && before === 0n) === true;
  const hasPayments = comparisons.some(({ rows }) => rows.some(({ value, before }) => value + before > 0n));
  return (
    <>
      <PageHead title="Visitors" />
      <PeriodPicker typed={typed} errors={errors} usual={usual} />
      <section className="staff-card" aria-labelledby="over-time">
        <h2 id="over-time">Visitors over time</h2>
        <p>
          Only visitors who allowed Analytics are counted, so the real number is higher. A visitor is one
          visit in one browser tab. Someone who comes on two days counts twice.
        </p>
        {points && ranges && !isEmpty && <OverTime points={points} ranges={ranges} typed={typed} />}
        {isEmpty && <NoVisitors />}
      </section>
      {hasPayments &&
        groups.map(({ id, title, of }) => (
          <section key={id} className="figure-group" aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            <ComparisonSections
              heading="h3"
              comparisons={of.flatMap((each) => comparisons.filter((one) => one.id === each))}
            />
          </section>
        ))}
    </>
  );
}

const groups = [
  {
    ...{ id: "what-visitors-do", title: "What visitors do" },
    of: ["page", "last-page", "steps", "share", "share-way"],
  },
  {
    ...{ id: "where-visitors-come-from", title: "Where visitors come from" },
    of: ["source", "link", "device", "language"],
  },
  { ...{ id: "all-payments", title: "All payments" }, of: ["payments", "by-network"] },
];

const NoVisitors = () => (
  <p>
    <strong>No visitors counted in these periods.</strong> Choose other days, or come back when visitors have
    allowed Analytics.
  </p>
);

type Shown = { points: VisitPoint[]; ranges: NonNullable<ReturnType<typeof readRanges>["ranges"]> } & Pick<
  ReturnType<typeof readRanges>,
  "typed"
>;

function OverTime({ points, ranges: { range, before }, typed }: Shown) {
  const sum = (of: (point: VisitPoint) => bigint) => points.reduce((all, point) => all + of(point), 0n);
  const [now, then] = [sum(({ value }) => value), sum((point) => point.before)];
  const words = `${inWords(now)} ${wordsOf(range)}. Before, ${wordsOf(before)}: ${inWords(then)}.`;
  return (
    <>
      <p className="figure-sum" title={words}>
        <strong>{inWords(now)}</strong>
        <span>{changeInWords(now, then, daysIn(range))}</span>
      </p>
      <Chart points={points} label={`Visitors. ${words}`} language="en" write={String} legend={chartWords} />
      <p>
        <a href={`/admin/visitors.csv?${new URLSearchParams({ ...range, unit: typed.unit })}`}>
          Download as CSV
        </a>
      </p>
      <details>
        <summary>Show the numbers</summary>
        <ListTable
          caption="Visitors over time"
          columns={columns}
          rows={points}
          keyOf={({ part }) => part.from}
        />
      </details>
    </>
  );
}

const inWords = (visitors: bigint) => (visitors === 1n ? "1 visitor" : `${visitors} visitors`);

const columns: Column<VisitPoint>[] = [
  { head: "Days", cell: ({ part }) => daysOf(part) },
  { head: "Visitors", figure: true, cell: ({ value }) => String(value) },
  { head: "Views", figure: true, cell: ({ views }) => views },
  { head: "Visitors before", figure: true, cell: ({ before }) => String(before) },
];
