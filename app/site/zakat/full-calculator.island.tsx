import { hydrate } from "#app/islands/hydrate.tsx";
import { FullCalculator, type FullCalculatorGiven } from "./full-calculator.tsx";

export const wake = (place: HTMLElement): void => hydrate<FullCalculatorGiven>(place, FullCalculator);
