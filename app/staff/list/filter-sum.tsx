import type { Money } from "#domain/money/money.ts";
import { Amount } from "#app/staff/values.tsx";

type Props = { count: number; counted: { count: number; word: "paid" | "confirmed" }; sums: Money[] };

/** The number of donations that pass the filter, and the given amounts of those that the fund has received. */
export function FilterSum({ count, counted, sums }: Props) {
  return (
    <p className="list-total">
      {count === 1 ? "1 donation" : `${count.toLocaleString("en")} donations`},{" "}
      {counted.count === 0 ? "none" : counted.count.toLocaleString("en")} {counted.word}
      {sums.map((sum, at) => (
        <span key={sum.currency}>
          {at > 0 ? " and " : ": "}
          <Amount of={sum} />
        </span>
      ))}
    </p>
  );
}
