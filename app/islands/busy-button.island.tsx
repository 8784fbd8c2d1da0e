import { BusyButton, type BusyButtonGiven } from "./busy-button.tsx";
import { hydrate } from "./hydrate.tsx";

export const wake = (place: HTMLElement): void => hydrate<BusyButtonGiven>(place, BusyButton);
