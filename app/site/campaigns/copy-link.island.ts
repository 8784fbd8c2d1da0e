import { copyText } from "#app/browser/copy-text.ts";
import type { CopyLinkProps } from "./copy-link.tsx";

/** One click handler, so it works without React. */
export function wake(place: HTMLElement): void {
  const props: CopyLinkProps = JSON.parse(place.dataset["props"] ?? "{}");
  const button = place.querySelector("button");
  button?.addEventListener("click", () => void copyText(props.address, props));
  // The tap that started this island may be over already. Keyboard focus is visible, so it does not count as a tap.
  if (button?.matches(":focus:not(:focus-visible)")) void copyText(props.address, props);
}
