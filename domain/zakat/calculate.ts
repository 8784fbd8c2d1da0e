import { processingFee } from "#domain/payments/fees.ts";
import { add, share, tzs, type Money } from "#domain/money/money.ts";
import { daysLeft, type Day } from "#domain/system/calendar.ts";

/** 2.5% of the net wealth, in tenths of a percent. */
const zakatRate = 25;

/** The threshold for zakat, in milligrams. Silver is the lower threshold and so reaches more of the poor. */
export const nisabWeights = { silver: 612_360n, gold: 87_480n } as const;

export const metals = ["silver", "gold"] as const;
export type Metal = (typeof metals)[number];
export const preferredMetal: Metal = "silver";

export const karats = [24, 22, 21, 18] as const;
export type Karat = (typeof karats)[number];
const pureKarat = 24n;

/** The limit of a mobile money transaction. Larger donations go by bank transfer. */
export const mobileMoneyLimit = tzs(5_000_000);

const zero = tzs(0);

export function zakatOn(netWealth: Money): Money {
  return netWealth.amount > 0n ? share(netWealth, zakatRate) : zero;
}

/** The value of this weight of metal, rounded down to the shilling. 24 karat is pure. */
export function metalValue(milligrams: bigint, pricePerGram: Money, karat: Karat = 24): Money {
  return tzs((milligrams * BigInt(karat) * pricePerGram.amount) / (1000n * pureKarat));
}

/** Rounded up: less wealth than this buys less than the weight of metal. */
export function nisabIn(metal: Metal, pricePerGram: Money): Money {
  return tzs((nisabWeights[metal] * pricePerGram.amount + 999n) / 1000n);
}

/** An old price is less reliable. */
const pricesAreStaleAfterDays = 7;

/** The age of the prices, if they are too old to trust. */
export function staleDays(prices: { asOf: Day }, today: Day): number | null {
  const days = daysLeft(today, prices.asOf);
  return days > pricesAreStaleAfterDays ? days : null;
}

export type Wealth<Name extends string> = {
  assets: { name: Name; value: Money }[];
  debts: Money;
};

/** Without today's prices the nisab is unknown. */
type NisabComparison = "unknown" | "below" | "reached";

export type ZakatSum = {
  assets: Money;
  debts: Money;
  net: Money;
  comparison: NisabComparison;
  due: Money;
  fee: Money;
  total: Money;
};

/** Below the nisab nothing is due. The fee comes on top of the Zakat, if the donor pays it. */
export function zakatOf(
  wealth: Wealth<string>,
  { nisab, withFee }: { nisab: Money | null; withFee: boolean },
): ZakatSum {
  const assets = wealth.assets.reduce((sum, { value }) => add(sum, value), zero);
  const net = tzs(assets.amount > wealth.debts.amount ? assets.amount - wealth.debts.amount : 0n);
  const comparison = nisab === null ? "unknown" : net.amount < nisab.amount ? "below" : "reached";
  const due = comparison === "below" ? zero : zakatOn(net);
  const fee = withFee ? processingFee(due) : zero;
  return { assets, debts: wealth.debts, net, comparison, due, fee, total: add(due, fee) };
}

/** One line of the calculation: it adds, subtracts or shows a subtotal. */
export type Step<Name extends string> = {
  name: Name | "assets" | "debts" | "net" | "due" | "fee" | "total";
  does: "add" | "subtract" | "equal" | "share";
  amount: Money;
};

/** The calculation line by line, so that the donor can check it by hand. */
export function zakatSteps<Name extends string>(wealth: Wealth<Name>, sum: ZakatSum): Step<Name>[] {
  return [
    ...wealth.assets
      .filter(({ value }) => value.amount !== 0n)
      .map(({ name, value }): Step<Name> => ({ name, does: "add", amount: value })),
    { name: "assets", does: "equal", amount: sum.assets },
    { name: "debts", does: "subtract", amount: sum.debts },
    { name: "net", does: "equal", amount: sum.net },
    { name: "due", does: "share", amount: sum.due },
    { name: "fee", does: "add", amount: sum.fee },
    { name: "total", does: "equal", amount: sum.total },
  ];
}
