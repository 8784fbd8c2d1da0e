import type { Money } from "#domain/money/money.ts";
import { Amount } from "#app/staff/values.tsx";

/** How many donations pass the filter, and their amounts as given. */
export function FilterSum({ count, sums }: { count: number; sums: Money[] }) {
  return (
    <p className="list-total">
      {count === 1 ? "1 donation" : `${count.toLocaleString("en")} donations`}, as given:{" "}
      {sums.map((sum, at) => (
        <span key={sum.currency}>
          {at > 0 && " and "}
          <Amount of={sum} />
        </span>
      ))}
    </p>
  );
}
