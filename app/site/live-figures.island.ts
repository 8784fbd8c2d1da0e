// A separate copy: every page would download a file that the small script shares.
import { savesData } from "#app/browser/connection.ts?own";
import { follow } from "#app/islands/live.ts";

type Figures = { id: string; values: Record<string, number>; shown: Record<string, string> };

/** Updates numbers marked `data-live="<campaign>.<part>"`, and the fund's under `*`, while a page is open. */
let followed = false;

export function wake(): void {
  if (followed || savesData()) return;
  followed = true;
  const ids = [...document.querySelectorAll<HTMLElement>("[data-live]")].map(
    ({ dataset }) => dataset["live"]?.split(".")[0] ?? "",
  );
  const query = new URLSearchParams({ language: document.documentElement.lang });
  for (const id of new Set(ids)) query.append(...subscription(id));
  follow(query, (_name, data) => show(data));
}

const subscription = (id: string): [string, string] => (id === "*" ? ["totals", "yes"] : ["campaign", id]);

function show(data: unknown): void {
  if (!isFigures(data)) return;
  const { id, values, shown } = data;
  for (const [part, text] of Object.entries(shown)) {
    const value = values[part];
    for (const place of document.querySelectorAll<HTMLElement>(`[data-live="${id}.${part}"]`)) {
      if (place instanceof HTMLProgressElement) {
        place.value = values["percent"] ?? 0;
        place.setAttribute("aria-label", text);
        continue;
      }
      // A number that still counts up ends at the new value.
      if (place.dataset["value"] !== undefined) place.dataset["value"] = String(value);
      const whole = text + (place.dataset["suffix"] ?? "");
      if (place.textContent === whole) continue;
      place.textContent = whole;
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
        place.animate({ opacity: [0.2, 1] }, { duration: 600, easing: "ease-out" });
    }
  }
}

const isFigures = (data: unknown): data is Figures =>
  typeof data === "object" && data !== null && "shown" in data;
