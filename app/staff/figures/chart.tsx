import { formatCompact, tzs } from "#domain/money/money.ts";
import type { Compared } from "#domain/donations/periods.ts";

const width = 640;
const height = 240;
const plot = { left: 88, right: 632, top: 12, bottom: 208 };

/** Bars of the range, and a line across each for the range before. The table beside it has the same numbers. */
export function Chart({ parts, label }: { parts: Compared[]; label: string }) {
  const values = parts.flatMap(({ raised, before }) => [raised, before.raised]);
  const top = roundUp(values.reduce((most, value) => (value > most ? value : most), 0n));
  const y = (value: bigint) =>
    plot.bottom - (Number(value < 0n ? 0n : value) / Number(top)) * (plot.bottom - plot.top);
  const step = (plot.right - plot.left) / parts.length;
  const barWidth = Math.max(1, step * 0.7);
  const first = parts[0];
  const last = parts.at(-1);
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0n, top / 2n, top].map((value) => (
        <g key={String(value)}>
          <line className="chart-grid" x1={plot.left} x2={plot.right} y1={y(value)} y2={y(value)} />
          <text x={plot.left - 8} y={y(value) + 4} textAnchor="end" suppressHydrationWarning>
            {formatCompact(tzs(value), "en")}
          </text>
        </g>
      ))}
      {parts.map(({ part, raised, before }, at) => {
        const x = plot.left + at * step + (step - barWidth) / 2;
        return (
          <g key={part.from}>
            <rect x={x} y={y(raised)} width={barWidth} height={plot.bottom - y(raised)} />
            <line
              className="chart-before"
              x1={x}
              x2={x + barWidth}
              y1={y(before.raised)}
              y2={y(before.raised)}
            />
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

/** The next 2, 4, 6, 8 or 10 of its magnitude, so that half of it is a round number too. */
function roundUp(value: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(1, String(value).length - 1));
  const next = [2n, 4n, 6n, 8n, 10n].find((times) => value <= times * unit);
  return (next ?? 10n) * unit;
}
