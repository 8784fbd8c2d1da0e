import { Link, useLocation } from "react-router";
import { formatCompact, formatMoney, tzs } from "#domain/money/money.ts";
import { csvLine, type Cell } from "#domain/reconciliation/csv.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { BarChart } from "./bar-chart.tsx";
import { ChartLegend } from "./chart.tsx";
import { chartWords } from "./words.ts";

export type ComparedRow = {
  name: string;
  /** The page with the donations behind the value. */
  address?: string;
  value: bigint;
  before: bigint;
  /** A part of the value, for the chart. */
  part?: string;
  /** As many as `more` has heads. */
  cells: string[];
};

/** One figure for several names, in a range of days and in the range before. */
export type Comparison = {
  id: string;
  title: string;
  note: string;
  unit: keyof typeof units;
  names: string;
  more: string[];
  rows: ComparedRow[];
};

type UnitWords = {
  head: string;
  short: (value: bigint) => string;
  exact: (value: bigint) => string;
  /** The chart names the unit once, because its values are bare numbers. */
  isBare?: true;
  /** The value of a full bar. Without it, the largest value has one. */
  whole?: bigint;
};

const plain = (value: bigint) => value.toLocaleString("en");

const units = {
  shillings: {
    head: "Amount",
    short: (value: bigint) => formatCompact(tzs(value), "en"),
    exact: (value: bigint) => formatMoney(tzs(value), "en"),
  },
  visitors: { head: "Visitors", short: plain, exact: plain, isBare: true as const },
  payments: { head: "Payments", short: plain, exact: plain, isBare: true as const },
  percent: {
    head: "Success",
    short: (value: bigint) => `${value}%`,
    exact: (value: bigint) => `${value}%`,
    whole: 100n,
  },
};

const mostBars = 10;

type SectionsProps = { comparisons: Comparison[]; heading?: "h2" | "h3" };

/** Sections without rows are named in one line, because most of a new site's would be empty. */
export function ComparisonSections({ comparisons, heading = "h2" }: SectionsProps) {
  const empty = comparisons.filter(({ rows }) => rows.length === 0).map(({ title }) => title);
  return (
    <div className="figure-sections">
      {comparisons.map(
        (comparison) =>
          comparison.rows.length > 0 && (
            <ComparisonSection key={comparison.id} {...{ comparison, heading }} />
          ),
      )}
      {empty.length > 0 && <p className="figure-nothing">Nothing in these periods: {empty.join(", ")}</p>}
    </div>
  );
}

type SectionProps = { comparison: Comparison; heading: "h2" | "h3" };

function ComparisonSection({ comparison, heading: Heading }: SectionProps) {
  const { id, title, note, unit, names, more, rows } = comparison;
  const { pathname, search } = useLocation();
  const { short, exact, head, isBare, whole }: UnitWords = units[unit];
  const columns: Column<ComparedRow>[] = [
    {
      head: names,
      cell: ({ name, address }) => (address === undefined ? name : <Link to={address}>{name}</Link>),
    },
    { head, figure: true, cell: ({ value }) => <Written text={exact(value)} /> },
    { head: `${head} before`, figure: true, cell: ({ before }) => <Written text={exact(before)} /> },
    ...more.map((each, at) => ({ head: each, figure: true, cell: ({ cells }: ComparedRow) => cells[at] })),
  ];
  const bars = rows.slice(0, mostBars);
  const query = new URLSearchParams(search);
  query.set("of", id);
  return (
    <section className="staff-card" aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      <p>{note}</p>
      <div>
        <BarChart bars={bars} label={labelOf(comparison)} write={short} unit={isBare && head} whole={whole} />
        {bars.some(({ before }) => before > 0n) && <ChartLegend {...chartWords} />}
      </div>
      <details>
        <summary>Show the numbers</summary>
        <ListTable caption={title} columns={columns} rows={rows} keyOf={({ name }) => name} />
        <p>
          <a href={`${pathname}.csv?${query}`}>Download as CSV</a>
        </p>
      </details>
    </section>
  );
}

function labelOf({ title, unit, rows }: Comparison): string {
  const { exact, head }: UnitWords = units[unit];
  const values = rows
    .slice(0, mostBars)
    .map(({ name, value, part }) => `${name} ${exact(value)}${part ? ` (${part})` : ""}`);
  return `${title}. ${head}: ${values.join(", ")}.`;
}

const Written = ({ text }: { text: string }) => <span suppressHydrationWarning>{text}</span>;

export function csvOf({ unit, names, more, rows }: Comparison): string {
  const { head } = units[unit];
  const cells = rows.map(({ name, value, before, cells: others }): Cell[] => [
    ...[name, value, before, ...others],
  ]);
  return [[names, head, `${head} before`, ...more], ...cells].map(csvLine).join("");
}

export function asCsv(text: string, name: string): Response {
  return new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
