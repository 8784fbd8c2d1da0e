import { Fragment } from "react";
import { roundUp } from "./chart.tsx";

export type Bar = { name: string; value: bigint; before: bigint };

type Props = { bars: Bar[]; label: string; write: (value: bigint) => string };

/**
 * One bar for each name, with its value, and a paler bar for the range before. Names are beside the drawing, because a text
 * in a drawing cannot end in dots where the panel is narrow.
 */
export function BarChart({ bars, label, write }: Props) {
  const top = roundUp(bars.flatMap(({ value, before }) => [value, before]));
  const width = (value: bigint) => `${(Number(value < 0n ? 0n : value) / Number(top)) * 100}%`;
  return (
    <div className="bar-chart" role="img" aria-label={label}>
      {bars.map(({ name, value, before }) => (
        <Fragment key={name}>
          <span className="bar-name">{name}</span>
          <svg height={18}>
            <rect width={width(value)} height={11} rx={2} />
            <rect className="chart-before" y={12} width={width(before)} height={6} rx={2} />
          </svg>
          <span className="bar-value" suppressHydrationWarning>
            {write(value)}
          </span>
        </Fragment>
      ))}
    </div>
  );
}
