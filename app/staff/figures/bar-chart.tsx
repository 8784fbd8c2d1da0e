import { roundUp } from "./chart.tsx";

export type Bar = { name: string; value: bigint; before: bigint };

type Props = { bars: Bar[]; label: string; write: (value: bigint) => string };

const width = 360;
const plot = { left: 4, right: 280 };
const rowHeight = 36;
const longestName = 44;

/** One bar for each name, with its value, and a line for the range before. */
export function BarChart({ bars, label, write }: Props) {
  const top = roundUp(bars.flatMap(({ value, before }) => [value, before]));
  const x = (value: bigint) =>
    plot.left + (Number(value < 0n ? 0n : value) / Number(top)) * (plot.right - plot.left);
  const bottom = bars.length * rowHeight + 4;
  return (
    <svg className="chart bar-chart" viewBox={`0 0 ${width} ${bottom + 20}`} role="img" aria-label={label}>
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
            <text className="chart-name" x={plot.left} y={y + 14}>
              {name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name}
            </text>
            <rect x={plot.left} y={y + 18} width={x(value) - plot.left} height={14} />
            <line className="chart-before" x1={x(before)} x2={x(before)} y1={y + 16} y2={y + 34} />
            <text x={(x(value) > x(before) ? x(value) : x(before)) + 6} y={y + 30} suppressHydrationWarning>
              {write(value)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
