import type { Range } from "#domain/donations/statistics.ts";
import type { Language } from "#domain/content/language.ts";
import { formatDay } from "#domain/system/calendar.ts";

export type Point = { part: Range; value: bigint; before: bigint };

type Props = {
  points: Point[];
  label: string;
  language: Language;
  write: (value: bigint) => string;
  legend: string;
  /** Explains the triangle of a value that is higher than the chart. */
  beyond: string;
};

const height = 228;
const plot = { top: 22, bottom: 190 };

/**
 * Bars of the range, and a line across each for the range before. The table next to it has the same numbers.
 * Widths are percentages, so that the text keeps its size on every screen.
 */
export function Chart({ points, label, language, write, legend, beyond }: Props) {
  const top = topOf(points);
  const [first, last] = [points[0], points.at(-1)];
  if (top === 0n || !first || !last) return null;
  const scale = [0n, top / 2n, top];
  const y = (value: bigint) => {
    const share = Math.min(1, Math.max(0, Number(value) / Number(top)));
    return plot.bottom - share * (plot.bottom - plot.top);
  };
  return (
    <>
      <svg className="chart" height={height} role="img" aria-label={label}>
        {scale.map((value) => (
          <line key={String(value)} className="chart-grid" x1="0" x2="100%" y1={y(value)} y2={y(value)} />
        ))}
        <Bars points={points} top={top} y={y} />
        {scale.map((value) => (
          <text key={String(value)} className="chart-name" x="0" y={y(value) - 5} suppressHydrationWarning>
            {write(value)}
          </text>
        ))}
        <text x="0" y={height - 12}>
          {formatDay(first.part.from, language)}
        </text>
        <text x="100%" y={height - 12} textAnchor="end">
          {formatDay(last.part.to, language)}
        </text>
      </svg>
      <p>
        {legend} {points.some(({ before }) => before > top) && beyond}
      </p>
    </>
  );
}

type BarsProps = { points: Point[]; top: bigint; y: (value: bigint) => number };

function Bars({ points, top, y }: BarsProps) {
  const step = 100 / points.length;
  const barWidth = step * 0.7;
  return points.map(({ part, value, before }, at) => {
    const x = at * step + (step - barWidth) / 2;
    return (
      <g key={part.from}>
        <rect x={`${x}%`} y={y(value)} width={`${barWidth}%`} height={plot.bottom - y(value)} />
        {before > top ? (
          <text className="chart-beyond" x={`${x + barWidth / 2}%`} y={plot.top - 8} textAnchor="middle">
            ▲
          </text>
        ) : (
          <line className="chart-before" x1={`${x}%`} x2={`${x + barWidth}%`} y1={y(before)} y2={y(before)} />
        )}
      </g>
    );
  });
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
export function roundUp(values: bigint[]): bigint {
  const largest = largestOf(values);
  const unit = 10n ** BigInt(Math.max(1, String(largest).length) - 1);
  const next = [1n, 2n, 4n, 6n, 8n, 10n].find(
    (times) => largest <= times * unit && (times * unit) % 2n === 0n,
  );
  return (next ?? 10n) * unit;
}
