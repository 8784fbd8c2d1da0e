import type { Range } from "#domain/donations/statistics.ts";

export type Point = { part: Range; value: bigint; before: bigint };

type Props = { points: Point[]; label: string; write: (value: bigint) => string };

const width = 640;
const height = 240;
const plot = { left: 88, right: 632, top: 12, bottom: 208 };

/** Bars of the range, and a line across each for the range before. The table next to it has the same numbers. */
export function Chart({ points, label, write }: Props) {
  const top = roundUp(points.flatMap(({ value, before }) => [value, before]));
  const y = (value: bigint) =>
    plot.bottom - (Number(value < 0n ? 0n : value) / Number(top)) * (plot.bottom - plot.top);
  const step = (plot.right - plot.left) / points.length;
  const barWidth = Math.max(1, step * 0.7);
  const first = points[0];
  const last = points.at(-1);
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0n, top / 2n, top].map((value) => (
        <g key={String(value)}>
          <line className="chart-grid" x1={plot.left} x2={plot.right} y1={y(value)} y2={y(value)} />
          <text x={plot.left - 8} y={y(value) + 4} textAnchor="end" suppressHydrationWarning>
            {write(value)}
          </text>
        </g>
      ))}
      {points.map(({ part, value, before }, at) => {
        const x = plot.left + at * step + (step - barWidth) / 2;
        return (
          <g key={part.from}>
            <rect x={x} y={y(value)} width={barWidth} height={plot.bottom - y(value)} />
            <line className="chart-before" x1={x} x2={x + barWidth} y1={y(before)} y2={y(before)} />
          </g>
        );
      })}
      <text x={plot.left} y={height - 12}>
        {first?.part.from}
      </text>
      <text x={plot.right} y={height - 12} textAnchor="end">
        {last?.part.to}
      </text>
    </svg>
  );
}

/** The next 1, 2, 4, 6, 8 or 10 of the largest value's magnitude, so that half of it is a round number too. */
export function roundUp(values: bigint[]): bigint {
  const largest = values.reduce((most, value) => (value > most ? value : most), 0n);
  const unit = 10n ** BigInt(Math.max(1, String(largest).length) - 1);
  const next = [1n, 2n, 4n, 6n, 8n, 10n].find(
    (times) => largest <= times * unit && (times * unit) % 2n === 0n,
  );
  return (next ?? 10n) * unit;
}
