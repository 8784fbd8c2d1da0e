import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

type Pressed = { item: string; verb: string };

/** The clicked button may be gone after the change, so the focus stays with its item (`data-item`). */
export function useFocusAfterChange(): void {
  const { state } = useNavigation();
  const pressed = useRef<Pressed | null>(null);
  useEffect(() => {
    const note = ({ submitter }: SubmitEvent) => {
      if (!(submitter instanceof HTMLButtonElement)) return;
      const item = submitter.closest<HTMLElement>("[data-item]")?.dataset["item"] ?? "";
      pressed.current = { item, verb: verbOf(submitter) };
    };
    document.addEventListener("submit", note, true);
    return () => document.removeEventListener("submit", note, true);
  }, []);
  useEffect(() => {
    if (state !== "idle" || pressed.current === null) return;
    const { item, verb } = pressed.current;
    pressed.current = null;
    const errors = document.getElementById("error-summary");
    if (errors) return errors.focus();
    if (!isFocusLost()) return;
    const now = item === "" ? null : document.querySelector<HTMLElement>(`[data-item="${CSS.escape(item)}"]`);
    if (now) focusIn(now, verb);
    else focusHeading();
  }, [state]);
}

/** The same for a form's list, which identifies items by position: `up:stats.1` is now at `stats.0`. */
export function focusAfterListChange(intent: string): void {
  const [verb = "", path = ""] = intent.split(":");
  if (verb === "") return;
  const list = document.querySelector(
    `[data-list="${verb === "add" ? path : path.replace(/\.?[^.]+$/, "")}"]`,
  );
  const items = [...(list?.querySelectorAll<HTMLElement>(":scope > [data-item]") ?? [])];
  const place = Number(path.split(".").at(-1));
  if (verb === "add") return startIn(items.at(-1));
  const item =
    items[verb === "up" ? place - 1 : verb === "down" ? place + 1 : Math.min(place, items.length - 1)];
  if (item && verb !== "remove") focusIn(item, verb);
  else (item ?? list?.querySelector<HTMLElement>("[data-add]"))?.focus();
}

/** The whole item comes into view. A smooth scroll would end early, because the preview above changes. */
function startIn(item: HTMLElement | undefined): void {
  const field = item?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select");
  field?.focus({ preventScroll: true });
  for (const each of [item, field]) each?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** Focuses the same button if it is still enabled, else another button of the item. */
function focusIn(item: HTMLElement, verb: string): void {
  const buttons = [...item.querySelectorAll<HTMLButtonElement>("button:enabled")];
  const next = buttons.find((button) => verbOf(button) === verb) ?? buttons[0];
  (next ?? item.querySelector("a"))?.focus();
}

const verbOf = ({ value }: HTMLButtonElement) => value.split(":", 1).join();

function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches(":disabled");
}

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}
