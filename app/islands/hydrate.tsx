import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";

/** Gives one island its life. What it is given was written by `Island` from the same type, into our own page. */
export function hydrate<Given extends object>(place: HTMLElement, Component: ComponentType<Given>): void {
  const given: Given = JSON.parse(place.dataset["given"] ?? "{}");
  hydrateRoot(place, <Component {...given} />);
}
