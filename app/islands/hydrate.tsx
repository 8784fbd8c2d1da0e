import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";

export function hydrate<Shared extends object>(place: HTMLElement, Component: ComponentType<Shared>): void {
  const props: Shared = JSON.parse(place.dataset["props"] ?? "{}");
  hydrateRoot(place, <Component {...props} />);
}
