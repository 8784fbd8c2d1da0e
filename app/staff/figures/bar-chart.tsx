import { roundUp } from "./chart.tsx";

export type Bar = { name: string; value: bigint; before: bigint };

type Props = { bars: Bar[]; label: string; write: (value: bigint) => string };

/** In percent of the chart, so that it fills any panel while its text keeps its size. The values are right of the bars. */
const plotWidth = 78;
const rowHeight = 40;
const longestName = 44;

/** One bar for each name, with its value, and a line for the range before. */
export function BarChart({ bars, label, write }: Props) {
  const top = roundUp(bars.flatMap(({ value, before }) => [value, before]));
  const x = (value: bigint) => `${(Number(value < 0n ? 0n : value) / Number(top)) * plotWidth}%`;
  const bottom = bars.length * rowHeight + 4;
  return (
    <svg className="chart bar-chart" height={bottom + 20} role="img" aria-label={label}>
      {[0n, top / 2n, top].map((value, at) => (
        <g key={String(value)}>
          <line className="chart-grid" x1={x(value)} x2={x(value)} y1={0} y2={bottom} />
          <text
            x={x(value)}
            y={bottom + 16}
            textAnchor={at === 0 ? "start" : "middle"}
            suppressHydrationWarning
          >
            {write(value)}
          </text>
        </g>
      ))}
      {bars.map(({ name, value, before }, at) => {
        const y = at * rowHeight;
        return (
          <g key={name}>
            <text className="chart-name" x={0} y={y + 14}>
              {name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name}
            </text>
            <rect x={0} y={y + 20} width={x(value)} height={14} />
            <line className="chart-before" x1={x(before)} x2={x(before)} y1={y + 18} y2={y + 36} />
            <text className="chart-value" x="100%" y={y + 32} textAnchor="end" suppressHydrationWarning>
              {write(value)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
