import { CountUp, type CountUpGiven } from "./count-up.tsx";
import { hydrate } from "./hydrate.tsx";

export const wake = (place: HTMLElement): void => hydrate<CountUpGiven>(place, CountUp);
