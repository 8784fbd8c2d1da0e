import { Fragment } from "react";

export type Bar = {
  name: string;
  value: bigint;
  before: bigint;
  /** Follows the value, such as the part of it that was paid. */
  part?: string;
};

type Props = {
  bars: Bar[];
  label: string;
  write: (value: bigint) => string;
  /** The unit of the values, if they do not say it. */
  unit: string | undefined;
  /** The value of a full bar. Without it, the largest value has one. */
  whole?: bigint | undefined;
};

/**
 * One bar for each name, with its value, and a paler bar for the range before. Names are above the drawing, because a text
 * in a drawing cannot end in dots where the panel is narrow.
 */
export function BarChart({ bars, label, write, unit, whole }: Props) {
  const values = bars.flatMap(({ value, before }) => [value, before]);
  const top = whole ?? values.reduce((most, value) => (value > most ? value : most), 1n);
  const width = (value: bigint) => `${(Number(value < 0n ? 0n : value) / Number(top)) * 100}%`;
  const isCompared = bars.some(({ before }) => before > 0n);
  return (
    <div className="bar-chart" role="img" aria-label={label}>
      {unit !== undefined && <span className="bar-unit">{unit}</span>}
      {bars.map(({ name, value, before, part }) => (
        <Fragment key={name}>
          <span className="bar-name">{name}</span>
          <span className="bar-value" suppressHydrationWarning>
            {write(value)}
            {part && <span className="bar-part">, {part}</span>}
          </span>
          <svg height={isCompared ? 17 : 10}>
            <rect className="bar-ground" width="100%" height={10} rx={2} />
            <rect width={width(value)} height={10} rx={2} />
            {isCompared && <rect className="chart-before" y={12} width={width(before)} height={5} rx={2} />}
          </svg>
        </Fragment>
      ))}
    </div>
  );
}
