import type { Range } from "#domain/donations/statistics.ts";
import type { Language } from "#domain/content/language.ts";
import { formatDay } from "#domain/system/calendar.ts";

export type Point = { part: Range; value: bigint; before: bigint };

type LegendWords = {
  now: string;
  before: string;
  /** Explains a bar of the range before that is higher than the chart. */
  cut: string;
};

type Props = {
  points: Point[];
  label: string;
  language: Language;
  write: (value: bigint) => string;
  /** Without it, or without a value in the range before, that range is not drawn. */
  legend?: LegendWords;
};

const height = 180;

/**
 * Bars of the range, each with a paler bar for the range before. The table next to it has the same numbers.
 * The labels have their own column. Widths are percentages, so that the text keeps its size on every screen.
 */
export function Chart({ points, label, language, write, legend }: Props) {
  const top = topOf(points);
  const [first, middle, last] = [points[0], points[points.length >> 1], points.at(-1)];
  if (top === 0n || !first || !middle || !last) return null;
  const scale = [top, top / 2n, 0n];
  const comparison = points.some(({ before }) => before !== 0n) ? legend : undefined;
  return (
    <>
      <div className="chart" role="img" aria-label={label}>
        <div className="chart-scale">
          {scale.map((value) => (
            <span key={String(value)} suppressHydrationWarning>
              {write(value)}
            </span>
          ))}
        </div>
        <svg className="chart-plot" height={height}>
          {scale.map((value) => (
            <line
              key={String(value)}
              className="chart-grid"
              x1="0"
              x2="100%"
              y1={y(value, top)}
              y2={y(value, top)}
            />
          ))}
          <Bars points={points} top={top} isCompared={comparison !== undefined} />
        </svg>
        <div className="chart-days">
          <span>{formatDay(first.part.from, language)}</span>
          <span>{formatDay(middle.part.from, language)}</span>
          <span>{formatDay(last.part.to, language)}</span>
        </div>
      </div>
      {comparison && <ChartLegend {...comparison} isCut={points.some(({ before }) => before > top)} />}
    </>
  );
}

const y = (value: bigint, top: bigint) =>
  height - Math.min(1, Math.max(0, Number(value) / Number(top))) * height;

type BarsProps = { points: Point[]; top: bigint; isCompared: boolean };

function Bars({ points, top, isCompared }: BarsProps) {
  const step = 100 / points.length;
  const width = step * (isCompared ? 0.36 : 0.7);
  return points.map(({ part, value, before }, at) => {
    const x = at * step + step * 0.14;
    const bar = (of: bigint) => ({ width: `${width}%`, y: y(of, top), height: height - y(of, top) });
    return (
      <g key={part.from}>
        {isCompared && <rect className="chart-before" x={`${x}%`} {...bar(before)} />}
        {isCompared && before > top && (
          <line className="chart-cut" x1={`${x}%`} x2={`${x + width}%`} y1={14} y2={8} />
        )}
        <rect x={`${isCompared ? x + width : x}%`} {...bar(value)} />
      </g>
    );
  });
}

export function ChartLegend({ now, before, cut, isCut = false }: LegendWords & { isCut?: boolean }) {
  return (
    <ul className="chart-legend plain-list">
      <li>{now}</li>
      <li>{before}</li>
      {isCut && <li>{cut}</li>}
    </ul>
  );
}

/** One high value of the range before must not flatten the bars of this range. */
function topOf(points: Point[]): bigint {
  const largest = largestOf(points.map(({ value }) => value));
  const before = largestOf(points.map((point) => point.before));
  if (largest === 0n && before === 0n) return 0n;
  return roundUp([largest > 0n && before > 3n * largest ? 2n * largest : largestOf([largest, before])]);
}

const largestOf = (values: bigint[]) => values.reduce((most, value) => (value > most ? value : most), 0n);

/** The next 1, 2, 4, 6, 8 or 10 of the largest value's magnitude, so that half of it is a round number too. */
function roundUp(values: bigint[]): bigint {
  const largest = largestOf(values);
  const unit = 10n ** BigInt(Math.max(1, String(largest).length) - 1);
  const next = [1n, 2n, 4n, 6n, 8n, 10n].find(
    (times) => largest <= times * unit && (times * unit) % 2n === 0n,
  );
  return (next ?? 10n) * unit;
}
