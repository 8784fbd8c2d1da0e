import { BusyButton, type BusyButtonProps } from "./busy-button.tsx";
import { hydrate } from "./hydrate.tsx";

export const wake = (place: HTMLElement): void => hydrate<BusyButtonProps>(place, BusyButton);
