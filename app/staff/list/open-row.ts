import type { MouseEvent } from "react";

/** A click anywhere in a row opens its link, but not a click on another control or at the end of a selection. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || target.closest(controls)) return;
  if (getSelection()?.isCollapsed === false) return;
  const link = target.closest("tr")?.querySelector("th a");
  const options = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  link?.dispatchEvent(new window.MouseEvent("click", options));
}

const controls = "a, button, input, label, select, textarea, summary, form, [popover]";
