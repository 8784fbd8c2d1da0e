import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";

export function hydrate<Given extends object>(place: HTMLElement, Component: ComponentType<Given>): void {
  const given: Given = JSON.parse(place.dataset["given"] ?? "{}");
  hydrateRoot(place, <Component {...given} />);
}
