import { hydrate } from "./hydrate.tsx";
import { MapView, type MapViewGiven } from "./map-view.tsx";

export const wake = (place: HTMLElement): void => hydrate<MapViewGiven>(place, MapView);
