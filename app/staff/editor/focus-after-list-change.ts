/** The button that was pressed went away with the old list: the focus goes to where its item is now. */
export function focusAfterListChange(intent: string): void {
  const [verb = "", path = ""] = intent.split(":");
  if (verb === "") return;
  const list = document.querySelector(
    `[data-list="${verb === "add" ? path : path.replace(/\.?[^.]+$/, "")}"]`,
  );
  const items = [...(list?.querySelectorAll<HTMLElement>(":scope > [data-item]") ?? [])];
  const place = Number(path.split(".").at(-1));
  const item =
    verb === "add"
      ? items.at(-1)?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select")
      : items[verb === "up" ? place - 1 : verb === "down" ? place + 1 : Math.min(place, items.length - 1)];
  (item ?? list?.querySelector<HTMLElement>("[data-add]"))?.focus();
}
