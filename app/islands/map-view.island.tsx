import { hydrate } from "./hydrate.tsx";
import { MapView, type MapViewProps } from "./map-view.tsx";

export const wake = (place: HTMLElement): void => hydrate<MapViewProps>(place, MapView);
