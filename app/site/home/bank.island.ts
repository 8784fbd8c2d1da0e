import { copyText } from "#app/browser/copy-text.ts";

const old = 15 * 60_000;

export function wake(place: HTMLElement): void {
  renewWhenOld(place);
  const copy = (button: Element | null) => {
    const line = button?.closest("div")?.querySelector("[data-copied]");
    if (line instanceof HTMLElement)
      void copyText(line.textContent, JSON.parse(place.dataset["words"] ?? "{}"));
  };
  place.addEventListener("click", ({ target }) => {
    if (target instanceof Element) copy(target.closest("button"));
  });
  // The tap that started this island may be over already. Keyboard focus is visible, so it does not count as a tap.
  copy(place.querySelector("button:focus:not(:focus-visible)"));
}

/** Loads the bank details again, because a tab that was open for a day may show old ones. */
function renewWhenOld(place: HTMLElement): void {
  const { loading = "" } = place.dataset;
  let read = performance.timeOrigin;
  const refresh = async () => {
    if (document.hidden || Date.now() - read < old) return;
    read = Date.now();
    const known = [...place.childNodes];
    place.textContent = loading;
    place.ariaBusy = "true";
    try {
      const page = await (await fetch(location.pathname)).text();
      const found = new DOMParser().parseFromString(page, "text/html").getElementById(place.id);
      place.replaceChildren(...(found ?? place).childNodes);
    } catch {
      // Without a connection, the known details are better than none. The next time the page is shown tries again.
      place.replaceChildren(...known);
      read = 0;
    }
    place.ariaBusy = null;
  };
  document.addEventListener("visibilitychange", refresh);
  addEventListener("pageshow", refresh);
}
