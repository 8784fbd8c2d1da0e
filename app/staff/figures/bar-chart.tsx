import { roundUp } from "./chart.tsx";

export type Bar = { name: string; value: bigint; before: bigint };

type Props = { bars: Bar[]; label: string; write: (value: bigint) => string };

/** In percent of the chart, so that it fills any panel while its text keeps its size. The values are right of the bars. */
const plotWidth = 78;
const rowHeight = 48;
const longestName = 44;

/** One bar for each name, with its value, and a paler bar for the range before. */
export function BarChart({ bars, label, write }: Props) {
  const top = roundUp(bars.flatMap(({ value, before }) => [value, before]));
  const width = (value: bigint) => `${(Number(value < 0n ? 0n : value) / Number(top)) * plotWidth}%`;
  return (
    <svg className="bar-chart" height={bars.length * rowHeight} role="img" aria-label={label}>
      {bars.map(({ name, value, before }, at) => {
        const y = at * rowHeight;
        return (
          <g key={name}>
            <text x={0} y={y + 13}>
              {name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name}
            </text>
            <rect x={0} y={y + 20} width={width(value)} height={11} rx={2} />
            <rect className="chart-before" x={0} y={y + 32} width={width(before)} height={6} rx={2} />
            <text className="chart-value" x="100%" y={y + 30} textAnchor="end" suppressHydrationWarning>
              {write(value)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
