import type { BudgetLine } from "./submission.ts";

/** The lines in the same proportions, with this sum. The lines with the largest remainders get the units left over. */
export function scaleBudget(lines: readonly BudgetLine[], sum: bigint): BudgetLine[] {
  const whole = lines.reduce((total, { amount }) => total + amount, 0n);
  if (whole === sum || whole === 0n) return [...lines];
  const parts = lines.map(({ what, amount }, at) => {
    const product = amount * sum;
    return { what, at, amount: product / whole, rest: product % whole };
  });
  let left = sum - parts.reduce((total, { amount }) => total + amount, 0n);
  const byRest = parts.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1));
  for (const part of byRest) {
    if (left === 0n) break;
    part.amount += 1n;
    left -= 1n;
  }
  return parts.map(({ what, amount }) => ({ what, amount }));
}
