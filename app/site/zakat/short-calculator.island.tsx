import { hydrate } from "#app/islands/hydrate.tsx";
import { ShortCalculator, type ShortCalculatorGiven } from "./short-calculator.tsx";

export const wake = (place: HTMLElement): void => hydrate<ShortCalculatorGiven>(place, ShortCalculator);
