import { meantName } from "#app/ui/meant.ts";
import type { Day } from "#domain/system/calendar.ts";
import { readDay } from "#domain/zakat/hijri.ts";
import { tzs, type Money } from "#domain/money/money.ts";
import { readMilligrams, readShillings } from "#domain/money/typed-amount.ts";
import {
  karats,
  metals,
  metalValue,
  nisabIn,
  preferredMetal,
  zakatSteps,
  zakatOf,
  type Karat,
  type Metal,
  type Step,
  type Wealth,
  type ZakatSum,
} from "#domain/zakat/calculate.ts";
import { addsFee } from "./tick.tsx";

type AmountField = "cash" | "gold" | "silver" | "stock" | "shares" | "owed" | "rent" | "other" | "debts";
export const weightFields = ["gold-grams", "silver-grams", "worn-grams"] as const;

type WeightField = (typeof weightFields)[number];
export type Field = AmountField | WeightField;
type Asset = Exclude<Field, "debts">;

export const dateParts = ["day", "month", "year"] as const;
type DatePart = (typeof dateParts)[number];

/** All values of the full calculator's form. Typed values stay text. */
export type Entered = {
  typed: Record<Field, string>;
  goldKarat: Karat;
  wornKarat: Karat;
  countsWorn: boolean;
  basis: Metal;
  since: Record<DatePart, string>;
  withFee: boolean;
};

/** Whole shillings per gram, as numbers: JSON has no bigint. */
export type MetalPrices = { gold: number; silver: number; asOf: Day; source: string };

/** Server and browser share this reader, so that both calculate the same. */
export function enteredIn(query: URLSearchParams): Entered {
  const typed = (name: Field) => typedIn(query, name);
  const since = (part: DatePart) => shortened(query.get(`since-${part}`)).trim();
  return {
    typed: {
      cash: typed("cash"),
      gold: typed("gold"),
      "gold-grams": typed("gold-grams"),
      silver: typed("silver"),
      "silver-grams": typed("silver-grams"),
      "worn-grams": typed("worn-grams"),
      stock: typed("stock"),
      shares: typed("shares"),
      owed: typed("owed"),
      rent: typed("rent"),
      other: typed("other"),
      debts: typed("debts"),
    },
    goldKarat: karatIn(query.get("gold-karat")),
    wornKarat: karatIn(query.get("worn-karat")),
    countsWorn: query.get("worn") === "count",
    basis: metals.find((metal) => metal === query.get("basis")) ?? preferredMetal,
    since: { day: since("day"), month: since("month"), year: since("year") },
    withFee: addsFee(query),
  };
}

export type WorkingStep = Step<Asset>;

export type Calculation = {
  nisab: Money | null;
  sum: ZakatSum;
  working: WorkingStep[];
  weighed: Partial<Record<WorkingStep["name"], { milligrams: bigint; karat: Karat }>>;
  unreadable: Set<Field>;
};

export function calculate(entered: Entered, prices: MetalPrices | null): Calculation {
  const unreadable = new Set<Field>();
  const amount = (field: AmountField): Money => {
    const read = readShillings(entered.typed[field]);
    if (read === null) unreadable.add(field);
    return tzs(read ?? 0n);
  };

  const weighed: Calculation["weighed"] = {};
  const weight = (field: WeightField, metal: Metal, karat: Karat, counts = true): Money => {
    if (!prices) return tzs(0);
    const read = readMilligrams(entered.typed[field]);
    if (read === null) unreadable.add(field);
    if (!read || !counts) return tzs(0);
    weighed[field] = { milligrams: read, karat };
    return metalValue(read, tzs(prices[metal]), karat);
  };

  const wealth: Wealth<Asset> = {
    assets: [
      { name: "cash", value: amount("cash") },
      { name: "gold", value: amount("gold") },
      { name: "gold-grams", value: weight("gold-grams", "gold", entered.goldKarat) },
      { name: "worn-grams", value: weight("worn-grams", "gold", entered.wornKarat, entered.countsWorn) },
      { name: "silver", value: amount("silver") },
      { name: "silver-grams", value: weight("silver-grams", "silver", 24) },
      { name: "stock", value: amount("stock") },
      { name: "shares", value: amount("shares") },
      { name: "owed", value: amount("owed") },
      { name: "rent", value: amount("rent") },
      { name: "other", value: amount("other") },
    ],
    debts: amount("debts"),
  };
  const nisab = prices && nisabIn(entered.basis, tzs(prices[entered.basis]));
  const sum = zakatOf(wealth, { nisab, withFee: entered.withFee });
  return { nisab, sum, working: zakatSteps(wealth, sum), weighed, unreadable };
}

export type LunarYear = { kind: "none" | "incomplete" | "unreadable" } | { kind: "from"; start: Day };

/** The day on which a person first had this wealth cannot be in the future. */
export function lunarYearIn({ since: { day, month, year } }: Entered, today: Day): LunarYear {
  if (day + month + year === "") return { kind: "none" };
  if (day === "" || month === "" || year.length < 4) return { kind: "incomplete" };
  const start = readDay(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  return start && start <= today ? { kind: "from", start } : { kind: "unreadable" };
}

const karatIn = (text: string | null): Karat => karats.find((karat) => String(karat) === text) ?? karats[0];

/** The amount that the visitor typed, or took by a press on "Yes, {amount}". */
export const typedIn = (query: URLSearchParams, name: string): string =>
  shortened(query.get(meantName(name)) ?? query.get(name));

/** One character more than the longest amount, so that a cut text is never read as an amount. */
const shortened = (text: string | null): string => (text ?? "").slice(0, 61);
